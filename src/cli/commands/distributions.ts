import { defineCommand } from '#cli/define-command'
import { choiceParser } from '#cli/parse/plain'
import { parseQuoteReference } from '#cli/parse/reference'
import { drawings, drawRoute, isForPrograms } from '#cli/screens/drawings/distribution'
import { createPicture } from '#cli/screens/drawings/picture'
import { createTokenLookup } from '#cli/screens/drawings/token-lookup'
import { distributionView } from '#cli/views/quote/distribution'
import { distributionTable } from '#cli/views/quote/tables'
import { toApiDistribution } from '#domain/api/distribution'
import { getQuoteState } from '#domain/quotes/quote'
import { checksum } from '#text/checksum'

const parseForm = choiceParser(drawings)

export const command = defineCommand({
  name: 'distributions',
  about: 'Show the route of a quote, even a used or expired one: how the amount is split over the pools.',
  group: 'Trade',
  examples: ['distributions last', 'distributions 7b3e91c4 --format mermaid > route.mmd'],
  arguments: {
    quote: { about: 'id of a quote, its first 8 characters, or last', parse: parseQuoteReference, ask: 'Which quote?' },
  },
  options: {
    format: { flag: '--format <form>', about: drawings.join(', '), parse: parseForm, fallback: 'ascii' },
  },
  forms: ['api', 'csv'],
  schema: async () => (await import('#cli/schemas/quote/quote')).Distribution,

  async run({ service, clock, out }, { quote: reference, format }) {
    const stored = await (await service()).getQuote(reference)
    const { quote } = stored
    out.printResult({
      data: () => distributionView(quote),
      table: distributionTable(quote),
      api: () => toApiDistribution(quote, getQuoteState(stored, clock.now()), checksum),
      lines: (screen) => drawRoute(format, createPicture(quote.route, quote, createTokenLookup(quote)), screen),
      isVerbatim: isForPrograms(format),
      meta: { network: quote.request.network, chainId: quote.chainId },
    })
  },
})
