import { swapReference } from '#http/parameters/swap-reference'
import { json, type Route } from '#http/route'
import { swapBody } from '#http/swap-body'

export const route: Route = {
  method: 'GET',
  path: '/user-manager/swap/:swapId',
  answer: async (context, { path }) => json(await swapBody(context, swapReference(context.served, path))),
}
