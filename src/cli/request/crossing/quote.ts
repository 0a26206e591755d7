import type { Context } from '#cli/context'
import { buildCrossRequest } from '#cli/request/crossing/request'
import type { QuoteInput, TradeInput } from '#cli/request/quote-options'
import { crossQuoteLines } from '#cli/screens/crossing/quote'
import { crossQuoteView } from '#cli/views/crossing/quote'
import { fail } from '#domain/errors'

interface CrossQuoteInput extends QuoteInput {
  readonly watch: number | undefined
  readonly picture: string | undefined
  readonly block: number | undefined
  readonly save: string | undefined
  readonly bundleOnError: string | undefined
}

/** `quote --to-network`. */
export async function quoteCrossing(context: Context, wanted: TradeInput, input: CrossQuoteInput): Promise<void> {
  const others = [input.watch, input.picture, input.block, input.save, input.bundleOnError]
  if (others.some((option) => option !== undefined))
    throw fail('USAGE', {
      reason: 'A quote to another network has no --watch, --picture, --block, --save or --bundle-on-error yet.',
      fix: 'leave them out; its routes: swapline distributions last --side source',
    })
  const request = await buildCrossRequest(context, wanted, input)
  const ask = async () => (await context.crossing()).quote(request)
  const quote = await context.out.withSpinner('Finding the best crossing', ask())
  context.out.printResult({
    data: () => crossQuoteView(quote, 'valid'),
    lines: (screen) => crossQuoteLines(quote, screen),
    warnings: quote.warnings,
    meta: { network: quote.request.network, chainId: quote.chainId },
  })
}
