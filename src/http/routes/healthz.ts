import { everywhere, json, type Route } from '#http/route'

/** The process is alive, whatever is with the chains. */
export const route: Route = {
  method: 'GET',
  path: '/healthz',
  open: true,
  at: everywhere,
  answer: async () => json({ status: 'alive' }),
}
