import { readiness } from '#http/readiness'
import { everywhere, json, type Route } from '#http/route'

export const route: Route = {
  method: 'GET',
  path: '/readyz',
  open: true,
  at: everywhere,
  async answer(context) {
    const state = await readiness(context)
    return json(state, state.ready ? 200 : 503)
  },
}
