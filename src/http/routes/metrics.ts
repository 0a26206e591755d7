import type { HttpRoute } from '#http/route'

/** On a separate listener: metrics reveal business figures and providers. */
export const route: HttpRoute = {
  method: 'GET',
  path: '/metrics',
  open: true,
  listeners: ['metrics'],
  answer: async ({ metrics }) => ({
    status: 200,
    type: 'text/plain; version=0.0.4; charset=utf-8',
    body: await metrics.text(),
  }),
}
