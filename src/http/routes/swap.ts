import { fetchSwapBody } from '#http/answers/swap-body'
import { readSwapReference } from '#http/parameters/swap-reference'
import { type HttpRoute, toJsonResponse } from '#http/route'

export const route: HttpRoute = {
  method: 'GET',
  path: '/user-manager/swap',
  answer: async (context, { query }) =>
    toJsonResponse(await fetchSwapBody(context, readSwapReference(context.served, query))),
}
