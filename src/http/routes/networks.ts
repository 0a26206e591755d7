import { listedNetworks } from '#http/network-bodies'
import { json, type Route } from '#http/route'

export const route: Route = {
  method: 'GET',
  path: '/token-manager/networks',
  answer: async (context) => json(await listedNetworks(context)),
}
