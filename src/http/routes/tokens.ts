import { json, type Route } from '#http/route'
import { findTokens, tokenWish } from '#http/token-search'

export const route: Route = {
  method: 'POST',
  path: '/token-manager/tokens',
  answer: async (context, { form }) => {
    const { tokens, unanswered } = await findTokens(context, tokenWish(form))
    const headers = unanswered.length === 0 ? {} : { 'x-networks-incomplete': unanswered.join(',') }
    return { ...json(tokens), headers }
  },
}
