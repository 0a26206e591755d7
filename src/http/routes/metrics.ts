import type { Route } from '#http/route'

/** At an address of its own: figures say how a business goes, and who its providers are. */
export const route: Route = {
  method: 'GET',
  path: '/metrics',
  open: true,
  at: ['metrics'],
  answer: async ({ metrics }) => ({
    status: 200,
    type: 'text/plain; version=0.0.4; charset=utf-8',
    body: await metrics.text(),
  }),
}
