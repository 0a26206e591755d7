import type { Route } from '#http/route'

export const route: Route = {
  method: 'GET',
  path: '/metrics',
  answer: async ({ metrics }) => ({
    status: 200,
    type: 'text/plain; version=0.0.4; charset=utf-8',
    body: await metrics.text(),
  }),
}
