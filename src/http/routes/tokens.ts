import { json, type Route } from '#http/route'
import { findTokens, tokenWish } from '#http/token-search'

export const route: Route = {
  method: 'POST',
  path: '/token-manager/tokens',
  answer: async (context, { form }) => json(await findTokens(context, tokenWish(form))),
}
