import { allListeners, type HttpRoute, toJsonResponse } from '#http/route'

/** The process is alive, whatever the state of the chains. */
export const route: HttpRoute = {
  method: 'GET',
  path: '/healthz',
  open: true,
  listeners: allListeners,
  answer: async () => toJsonResponse({ status: 'alive' }),
}
