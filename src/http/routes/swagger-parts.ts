import { fail } from '#domain/errors'
import type { Route } from '#http/route'
import { partOf } from '#http/swagger-page'

export const route: Route = {
  method: 'GET',
  path: '/swagger/:part',
  keyless: true,
  async answer(_, { path }) {
    const name = String(path['part'])
    const part = await partOf(name)
    if (part === undefined) throw fail('PATH_NOT_FOUND', { path: `/swagger/${name.slice(0, 100)}` })
    return part
  },
}
