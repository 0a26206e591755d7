import type { Route } from '#http/route'
import { page, pageHeaders } from '#http/swagger-page'

/** An interactive page over the document; all it needs comes from here. */
export const route: Route = {
  method: 'GET',
  path: '/swagger',
  keyless: true,
  answer: async () => ({ status: 200, type: 'text/html; charset=utf-8', body: page, headers: pageHeaders }),
}
