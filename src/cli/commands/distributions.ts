import { checksum } from '#cli/checksum'
import { defineCommand } from '#cli/define-command'
import { choice } from '#cli/parse/plain'
import { quoteReference } from '#cli/parse/reference'
import { drawings, drawRoute } from '#cli/screens/distribution'
import { pictureOf } from '#cli/screens/picture'
import { tokenAt } from '#cli/token-at'
import { distributionView } from '#cli/views/distribution'
import { apiDistribution } from '#domain/api/distribution'
import { quoteState } from '#domain/quote'

const form = choice(drawings)

export const command = defineCommand({
  name: 'distributions',
  about: 'Show the route of a quote, used or expired too: how the amount divides over the pools.',
  group: 'Trade',
  examples: ['distributions last', 'distributions 7b3e91c4 --format mermaid > route.mmd'],
  arguments: {
    quote: { about: 'id of a quote, its first 8 characters, or last', parse: quoteReference, ask: 'Which quote?' },
  },
  options: {
    format: { flag: '--format <form>', about: drawings.join(', '), parse: form, fallback: 'ascii' },
  },
  forms: ['api'],
  schema: async () => (await import('#cli/schemas/quote')).Distribution,

  async run({ service, clock, out }, { quote: reference, format }) {
    const stored = await (await service()).stored(reference)
    const { quote } = stored
    out.result({
      data: () => distributionView(quote),
      api: () => apiDistribution(quote, quoteState(stored, clock.now()), checksum),
      lines: (screen) => drawRoute(format, pictureOf(quote.route, quote, tokenAt(quote)), screen),
      meta: { network: quote.request.network, chainId: quote.chainId },
    })
  },
})
