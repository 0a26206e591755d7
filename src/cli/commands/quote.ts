import { checksum } from '#cli/checksum'
import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { choice, duration, wholeNumber } from '#cli/parse/plain'
import { type QuoteInput, quoteOptions, quoteRequest, tradeArguments, type Wanted } from '#cli/quote-options'
import { drawings, drawRoute } from '#cli/screens/distribution'
import { pictureOf } from '#cli/screens/picture'
import { quoteLines } from '#cli/screens/quote'
import { tokenAt } from '#cli/token-at'
import { quoteView } from '#cli/views/quote'
import { isoTime } from '#domain/api/plain'
import { apiQuote } from '#domain/api/quote'
import type { Quote } from '#domain/quote'

const form = choice(drawings)

export const command = defineCommand({
  name: 'quote',
  about: 'Price a swap and show its route. Signs nothing and sends nothing.',
  group: 'Trade',
  examples: [
    'quote 10 ETH USDC -n sandbox',
    'quote 1000 ETH USDC --exact-out -n sandbox',
    'quote 1500 USDT ETH -n base --slippage 30bps -o json',
  ],
  arguments: tradeArguments,
  options: {
    ...quoteOptions,
    block: { flag: '--block <number>', about: 'at this block', parse: wholeNumber(0, 1e15) },
    picture: { flag: '--picture <form>', about: `draw the route: ${drawings.join(', ')}`, parse: form },
    watch: { flag: '--watch <time>', about: 'quote again every so often, as 5s, until Ctrl-C', parse: duration },
  },
  forms: ['api'],
  schema: async () => (await import('#cli/schemas/quote')).Quote,

  async run(context, { amount, sell, buy, watch, picture, block, ...input }) {
    const ask = () => askOnce(context, { amount, sell, buy }, input, block)
    if (watch === undefined)
      return context.out.result(resultOf(await context.out.during('Finding the best route', ask()), picture))
    for (;;) {
      context.out.item(resultOf(await context.out.during('Finding the best route', ask()), picture))
      await context.clock.sleep(watch * 1_000)
    }
  },
})

async function askOnce(context: Context, wanted: Wanted, input: QuoteInput, block: number | undefined): Promise<Quote> {
  const request = await quoteRequest(context, wanted, input)
  return (await context.service()).quote(block === undefined ? request : { ...request, block })
}

function resultOf(quote: Quote, picture: (typeof drawings)[number] | undefined) {
  return {
    data: () => quoteView(quote, 'valid'),
    api: () => apiQuote(quote, checksum),
    lines: (screen: Parameters<typeof quoteLines>[1]) =>
      picture === undefined
        ? quoteLines(quote, screen)
        : drawRoute(picture, pictureOf(quote.route, quote, tokenAt(quote)), screen),
    warnings: quote.warnings,
    meta: {
      network: quote.request.network,
      chainId: quote.chainId,
      block: { number: quote.block.number, hash: quote.block.hash, time: isoTime(quote.block.time) },
    },
  }
}
