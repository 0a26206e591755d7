import { asset } from '#http/assets'
import type { Route } from '#http/route'

/** The document itself, byte for byte. */
export const route: Route = {
  method: 'GET',
  path: '/openapi.yaml',
  keyless: true,
  answer: async () => ({ status: 200, type: 'application/yaml; charset=utf-8', body: await asset('openapi.yaml') }),
}
