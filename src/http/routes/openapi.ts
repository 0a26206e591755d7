import { assetAnswer } from '#http/assets'
import type { Route } from '#http/route'

/** The document itself, byte for byte. */
export const route: Route = {
  method: 'GET',
  path: '/openapi.yaml',
  keyless: true,
  answer: () => assetAnswer('openapi.yaml', 'application/yaml; charset=utf-8'),
}
