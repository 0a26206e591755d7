import { listNetworkBodies } from '#http/answers/network-bodies'
import { type HttpRoute, toJsonResponse } from '#http/route'

export const route: HttpRoute = {
  method: 'GET',
  path: '/token-manager/networks',
  answer: async (context) => toJsonResponse(await listNetworkBodies(context)),
}
