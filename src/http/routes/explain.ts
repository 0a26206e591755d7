import { quoteId } from '#domain/units'
import type { HttpRoute } from '#http/route'

/** Made again for each request: the pools of the quote's block are read and searched again. */
export const route: HttpRoute = {
  method: 'GET',
  path: '/explain/:quoteId',
  async answer({ service, explainQuote }, { path }) {
    const { quote } = await service.getQuote(quoteId(String(path['quoteId'])))
    const { html, policy } = await explainQuote(quote)
    const headers = {
      'content-security-policy': `${policy}; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
    }
    return { status: 200, type: 'text/html; charset=utf-8', body: html, headers }
  },
}
