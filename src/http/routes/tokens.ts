import { findTokens, readTokenQuery } from '#http/answers/token-search'
import { type HttpRoute, toJsonResponse } from '#http/route'

export const route: HttpRoute = {
  method: 'POST',
  path: '/token-manager/tokens',
  answer: async (context, { form }) => {
    const { tokens, unanswered } = await findTokens(context, readTokenQuery(form))
    const headers = unanswered.length === 0 ? {} : { 'x-networks-incomplete': unanswered.join(',') }
    return { ...toJsonResponse(tokens), headers }
  },
}
