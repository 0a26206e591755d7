import { defineCommand } from '#cli/define-command'
import { choiceParser } from '#cli/parse/plain'
import { parseQuoteReference } from '#cli/parse/reference'
import { drawRoute } from '#cli/screens/drawings/distribution'
import { drawings, isForPrograms } from '#cli/screens/drawings/forms'
import { createPicture } from '#cli/screens/drawings/picture'
import { createTokenLookup } from '#cli/screens/drawings/token-lookup'
import { distributionView } from '#cli/views/quote/distribution'
import { distributionTable } from '#cli/views/quote/tables'
import { toApiDistribution } from '#domain/api/distribution'
import type { StoredCrossQuote } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'
import { getQuoteState, type StoredQuote } from '#domain/quotes/quote'
import { checksum } from '#text/checksum'

const parseForm = choiceParser(drawings)
const parseSide = choiceParser(['source', 'destination'])

export const command = defineCommand({
  name: 'distributions',
  about: 'Show the route of a quote, even a used or expired one: how the amount is split over the pools.',
  group: 'Trade',
  examples: ['distributions last', 'distributions 7b3e91c4 --format mermaid > route.mmd'],
  arguments: {
    quote: { about: 'id of a quote, its first 8 characters, or last', parse: parseQuoteReference, ask: 'Which quote?' },
  },
  options: {
    side: { flag: '--side <side>', about: 'of a swap to another network: source or destination', parse: parseSide },
    format: { flag: '--format <form>', about: drawings.join(', '), parse: parseForm, fallback: 'ascii' },
  },
  forms: ['api', 'csv'],
  schema: async () => (await import('#cli/schemas/quote/quote')).Distribution,

  async run({ service, crossing, clock, out }, { quote: reference, format, side }) {
    const stored =
      side === undefined
        ? await (await service()).getQuote(reference)
        : findLeg(await (await crossing()).getQuote(reference), side)
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

/** The swap on one side of a crossing, in the crossing's own state. @throws `USAGE` where nothing is swapped */
function findLeg({ quote, ...state }: StoredCrossQuote, side: 'source' | 'destination'): StoredQuote {
  const leg = side === 'source' ? quote.legIn : quote.legOut
  if (leg === undefined)
    throw fail('USAGE', { reason: `Nothing is swapped on the ${side} side: the bridge moves the token itself.` })
  return { ...state, quote: { ...leg, id: quote.id, createdAt: quote.createdAt, expiresAt: quote.expiresAt } }
}
