import { fail } from '#domain/errors'
import { findSwaggerPart } from '#http/answers/swagger-page'
import type { HttpRoute } from '#http/route'

export const route: HttpRoute = {
  method: 'GET',
  path: '/swagger/:part',
  keyless: true,
  async answer(_, { path }) {
    const name = String(path['part'])
    const part = await findSwaggerPart(name)
    if (part === undefined) throw fail('PATH_NOT_FOUND', { path: `/swagger/${name.slice(0, 100)}` })
    return part
  },
}
