import type { Context } from '#cli/context'
import { parseAmount, parseRawAmount, resolveAmount } from '#cli/parse/amount'
import {
  type QuoteInput,
  readSpendable,
  requireTradable,
  resolveSender,
  type TradeInput,
  withSide,
} from '#cli/request/quote-options'
import { resolveRecipient } from '#cli/request/recipients'
import type { CrossQuoteRequest } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'
import { requireEntry } from '#domain/require-entry'
import { ppm } from '#domain/units'
import { findNetwork } from '#networks/find'

/** Of one total slippage, the part for the swap here: the rest is left for the one there. */
const halfOf = (slippage: number) => ppm(Math.floor(slippage / 2))

/** The request behind a command's words with `--to-network`. @throws `USAGE` for options that it does not have */
export async function buildCrossRequest(
  context: Context,
  wanted: TradeInput,
  input: QuoteInput,
  sender: 'needed' | 'optional' = 'optional',
): Promise<CrossQuoteRequest> {
  refuseOptions(input)
  const spec = input.rawAmount ? parseRawAmount(wanted.amount) : parseAmount(wanted.amount)
  const network = await requireTradable(context)
  const toNetwork = requireEntry(findNetwork(input.toNetwork ?? ''))
  const book = await context.tokens()
  const sell = await withSide('from', book.resolve(network.name, wanted.sell, input.allowUnlisted))
  const buy = await withSide('to', book.resolve(toNetwork.name, wanted.buy, input.allowUnlisted))
  const isShare = spec.kind === 'share' || spec.kind === 'max'
  const from = input.fromAddress ?? (await resolveSender(context, sender, isShare))
  const slippage = typeof input.slippage === 'number' ? input.slippage : context.settings.get('trade.slippagePpm')
  const { maxHops, maxSplits, maxLegs } = input
  return {
    network: network.name,
    toNetwork: toNetwork.name,
    sell: sell.address,
    buy: buy.address,
    sellAmount: await resolveAmount(spec, sell, () => readSpendable(context, network, from, sell)),
    slippage,
    slippageIn: halfOf(slippage),
    from,
    to: (await resolveRecipient(context, input)) ?? from,
    bridges: input.bridge.map((name) => name.toLowerCase()),
    ...{ maxHops, maxSplits, maxLegs },
  }
}

function refuseOptions(input: QuoteInput): void {
  const { exactOut, gasless, affiliate, affiliateFee, include, exclude, gasPrice, optimizeFor, thorough, slippage } =
    input
  const given: readonly (readonly [string, boolean])[] = [
    ['--exact-out', exactOut],
    ['--gasless', gasless],
    ['--affiliate', affiliate !== undefined || affiliateFee !== undefined],
    ['--include', include.length > 0],
    ['--exclude', exclude.length > 0],
    ['--gas-price', gasPrice !== undefined],
    ['--optimize-for', optimizeFor !== 'netOutput'],
    ['--thorough', thorough],
    ['--slippage auto', slippage === 'auto'],
  ]
  const refused = given.filter(([, isGiven]) => isGiven).map(([flag]) => flag)
  if (refused.length > 0)
    throw fail('USAGE', {
      reason: `A swap to another network has no ${refused.join(', ')} yet.`,
      fix: `leave out ${refused.join(', ')}`,
    })
}
