import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { warningLines } from '#cli/out/result-text'
import type { Result } from '#cli/out/types'
import { choiceParser, integerParser, parseDuration } from '#cli/parse/plain'
import { saveOptions, saveQuote, withBundles } from '#cli/request/debugging/save-options'
import { type DangerLimits, findQuoteDangers, readDangerLimits } from '#cli/request/quote-dangers'
import {
  buildQuoteRequest,
  type QuoteInput,
  quoteOptions,
  type TradeInput,
  tradeArguments,
} from '#cli/request/quote-options'
import { drawings, drawRoute, isForPrograms } from '#cli/screens/drawings/distribution'
import { createPicture } from '#cli/screens/drawings/picture'
import { createTokenLookup } from '#cli/screens/drawings/token-lookup'
import { quoteLines } from '#cli/screens/quote/quote'
import { quoteView } from '#cli/views/quote/quote'
import { quoteTable } from '#cli/views/quote/tables'
import { formatTime } from '#domain/api/plain'
import { toApiQuote } from '#domain/api/quote'
import { fail } from '#domain/errors'
import type { AnyQuoteRequest, Quote } from '#domain/quotes/quote'
import { checksum } from '#text/checksum'

const parseForm = choiceParser(drawings)

export const command = defineCommand({
  name: 'quote',
  about: 'Price a swap and show its route. Signs nothing and sends nothing.',
  group: 'Trade',
  examples: [
    'quote 10 ETH USDC -n sandbox',
    'quote 1000 ETH USDC --exact-out -n sandbox',
    'quote 1500 USDT ETH -n base --slippage 30bps -o json',
    'quote 1 ETH USDC -n ethereum --to-network base',
  ],
  arguments: tradeArguments,
  needsNetwork: () => true,
  options: {
    ...quoteOptions,
    block: { flag: '--block <number>', about: 'at this block', parse: integerParser(0, 1e15) },
    picture: { flag: '--picture <form>', about: `draw the route: ${drawings.join(', ')}`, parse: parseForm },
    watch: {
      flag: '--watch <time>',
      about: 'quote again at this interval, such as 5s, until Ctrl-C',
      parse: parseDuration,
    },
    ...saveOptions,
  },
  forms: ['api', 'csv'],
  schema: async () => (await import('#cli/schemas/crossing/quote')).QuoteResult,

  async run(context, { amount, sell, buy, watch, picture, block, ...input }) {
    if (input.toNetwork !== undefined) {
      const { quoteCrossing } = await import('#cli/request/crossing/quote')
      return quoteCrossing(context, { amount, sell, buy }, { ...input, watch, picture, block })
    }
    const limits = readDangerLimits(context.settings)
    const toResult = (quote: Quote) => quoteResult(quote, picture, { limits })
    const wanted = { amount, sell, buy }
    const ask = async () => (await context.service()).quote(await toRequest(context, wanted, input, block))
    if (watch === undefined)
      return withBundles(context, input, async () => {
        const quote = await context.out.withSpinner('Finding the best route', ask())
        if (input.save !== undefined) await saveQuote(context, input.save, quote.id)
        context.out.printResult(toResult(quote))
      })
    if (input.save !== undefined || input.bundleOnError !== undefined)
      throw fail('USAGE', { reason: 'With --watch nothing is stored: leave out --save and --bundle-on-error.' })
    const redraw = context.out.startRedraw()
    const service = await context.unstoredService()
    for (;;) {
      const request = await toRequest(context, wanted, input, block)
      const quote = await context.out.withSpinner('Finding the best route', service.quote(request))
      const result = quoteResult(quote, picture, { limits, isUsable: false })
      if (redraw === undefined) context.out.printItem(result)
      else redraw.draw((screen) => [...result.lines(screen), ...warningLines(result, screen)])
      await context.clock.sleep(watch * 1_000)
    }
  },
})

async function toRequest(
  context: Context,
  wanted: TradeInput,
  input: QuoteInput,
  block: number | undefined,
): Promise<AnyQuoteRequest> {
  if (block !== undefined && input.slippage === 'auto')
    throw fail('USAGE', { reason: '--slippage auto looks at the blocks before the head, not before --block.' })
  const request = await buildQuoteRequest(context, wanted, input)
  return block === undefined ? request : { ...request, block }
}

interface QuoteResultOptions {
  readonly limits: DangerLimits
  /** False: it is not stored. */
  readonly isUsable?: boolean
}

function quoteResult(
  quote: Quote,
  picture: (typeof drawings)[number] | undefined,
  { limits, isUsable = true }: QuoteResultOptions,
): Result {
  return {
    data: () => quoteView(quote, 'valid'),
    api: () => toApiQuote(quote, checksum),
    table: quoteTable(quote),
    lines: (screen) =>
      picture === undefined
        ? quoteLines(quote, screen, { limits, isUsable })
        : drawRoute(picture, createPicture(quote.route, quote, createTokenLookup(quote)), screen),
    isVerbatim: picture !== undefined && isForPrograms(picture),
    warnings: collectWarnings(quote, limits),
    meta: {
      network: quote.request.network,
      chainId: quote.chainId,
      block: { number: quote.block.number, hash: quote.block.hash, time: formatTime(quote.block.time) },
    },
  }
}

/** The service's warnings, and ours by the user's own limits, which replace a service's of the same kind. */
function collectWarnings(quote: Quote, limits: DangerLimits): Quote['warnings'] {
  const own = findQuoteDangers(quote, limits).map(({ code, message }) => ({ code, message }))
  return [...own, ...quote.warnings.filter(({ code }) => code !== 'PRICE_IMPACT_HIGH')]
}
