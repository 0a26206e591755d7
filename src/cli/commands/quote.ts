import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { warningLines } from '#cli/out/result-text'
import { choiceParser, integerParser, parseDuration } from '#cli/parse/plain'
import { saveOptions, saveQuote, withBundles } from '#cli/request/debugging/save-options'
import { readDangerLimits } from '#cli/request/quote-dangers'
import {
  buildQuoteRequest,
  type QuoteInput,
  quoteOptions,
  type TradeInput,
  tradeArguments,
} from '#cli/request/quote-options'
import { drawings } from '#cli/screens/drawings/forms'
import { fail } from '#domain/errors'
import type { AnyQuoteRequest } from '#domain/quotes/quote'

const parseForm = choiceParser(drawings)
/** Not needed before there is a quote. */
const screens = () => import('#cli/screens/quote/result')

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
    const wanted = { amount, sell, buy }
    const ask = async () => (await context.service()).quote(await toRequest(context, wanted, input, block))
    if (watch === undefined)
      return withBundles(context, input, async () => {
        const quote = await context.out.withSpinner('Finding the best route', ask())
        if (input.save !== undefined) await saveQuote(context, input.save, quote.id)
        const { quoteResult } = await screens()
        context.out.printResult(quoteResult(quote, picture, { limits }))
      })
    if (input.save !== undefined || input.bundleOnError !== undefined)
      throw fail('USAGE', { reason: 'With --watch nothing is stored: leave out --save and --bundle-on-error.' })
    const redraw = context.out.startRedraw()
    const service = await context.unstoredService()
    for (;;) {
      const request = await toRequest(context, wanted, input, block)
      const quote = await context.out.withSpinner('Finding the best route', service.quote(request))
      const { quoteResult } = await screens()
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
