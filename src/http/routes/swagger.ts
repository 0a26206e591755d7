import { pageHeaders, swaggerPage } from '#http/answers/swagger-page'
import type { HttpRoute } from '#http/route'

/** An interactive page for the document; all its assets are served from here. */
export const route: HttpRoute = {
  method: 'GET',
  path: '/swagger',
  keyless: true,
  answer: async () => ({ status: 200, type: 'text/html; charset=utf-8', body: swaggerPage, headers: pageHeaders }),
}
