import { createAssetResponse } from '#http/assets'
import type { HttpRoute } from '#http/route'

/** The document itself, byte for byte. */
export const route: HttpRoute = {
  method: 'GET',
  path: '/openapi.yaml',
  keyless: true,
  answer: () => createAssetResponse('openapi.yaml', 'application/yaml; charset=utf-8'),
}
