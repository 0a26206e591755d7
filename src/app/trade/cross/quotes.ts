import type { CrossContext, CrossRun } from '#app/trade/cross/context'
import { requireModestBridgeCost } from '#domain/crossing/bridge-cost'
import { computeBridgePayment } from '#domain/crossing/cross-order'
import { type CrossQuote, requireLiveCrossQuote } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import { isOldQuote, isPlaceholderAddress } from '#domain/quotes/quote'
import type { CrossRequest } from '#domain/trade/crossing'
import type { Dialogue } from '#domain/trade/dialogue'
import { type Address, million, type Ppm } from '#domain/units'

/** The quote of a request, or a stored one, within the user's limits. */
export async function fetchCrossQuote(
  context: CrossContext,
  request: CrossRequest,
  { sender, dialogue }: { readonly sender: Address; readonly dialogue: Pick<Dialogue, 'tell'> },
): Promise<CrossQuote> {
  dialogue.tell({ what: 'quoting' })
  const quote =
    'id' in request.quote
      ? requireLiveCrossQuote(await context.crossing.getQuote(request.quote.id), context.clock.now())
      : await context.crossing.quote(request.quote.request)
  await context.crossing.checkTerms(quote)
  const { from } = quote.request
  if (!isPlaceholderAddress(from) && from !== sender) throw fail('ACCOUNT_DIFFERS', { expected: from, actual: sender })
  checkCrossGuards(quote, request)
  dialogue.tell({ what: 'cross-quoted', quote, again: false })
  return quote
}

/**
 * Signs no approval for a stored quote that was used or expired since: it may have waited for the user, for a lock, and for
 * the first of two transactions.
 */
export function whileCrossUsable(context: CrossContext, run: CrossRun): CrossRun {
  const { request, dialogue } = run
  if (!('id' in request.quote)) return run
  const { id } = request.quote
  const beforeSigning = async () => {
    await dialogue.beforeSigning?.()
    requireLiveCrossQuote(await context.crossing.getQuote(id), context.clock.now())
  }
  return { ...run, dialogue: { ...dialogue, beforeSigning } }
}

/**
 * A stale quote again, over the same bridge and asset: what is refunded if it fails stays what was agreed to.
 * @throws `BELOW_MIN_OUT` if it gives less than the agreed minimum
 */
export async function refreshCrossQuote(
  context: CrossContext,
  request: CrossRequest,
  agreed: CrossQuote,
  dialogue: Pick<Dialogue, 'tell'>,
): Promise<CrossQuote> {
  if (!isOldQuote(agreed, context.clock.now()) || 'id' in request.quote) return agreed
  dialogue.tell({ what: 'quoting' })
  const { name, asset } = agreed.bridge
  const question = { ...request.quote.request, bridges: [name], asset: asset.address }
  const fresh = await context.crossing.quote(question)
  await context.crossing.checkTerms(fresh)
  checkCrossGuards(fresh, request)
  requireNoLess(fresh, agreed)
  dialogue.tell({ what: 'cross-quoted', quote: fresh, again: true })
  return fresh
}

/**
 * The minimum that arrives says nothing of what is left if the swap there fails: that is what the bridge pays.
 * @throws `BELOW_MIN_OUT` if it gives less than the agreed minimum; `CHECK_FAILED` if the bridge pays less than was agreed
 */
export function requireNoLess(fresh: CrossQuote, agreed: CrossQuote): void {
  if (fresh.amountOut < agreed.minimumOut) throw belowMinimum(fresh, fresh.amountOut, agreed.minimumOut)
  const least = minPaidOf(fresh)
  if (fresh.legOut === undefined && least < agreed.minimumOut) throw belowMinimum(fresh, least, agreed.minimumOut)
  const accepted = (minPaidOf(agreed) * (million - BigInt(agreed.request.slippage))) / million
  if (least >= accepted) return
  const { toAsset } = fresh.bridge
  const say = (raw: bigint) => `${formatDecimal(raw, toAsset.decimals)} ${toAsset.symbol}`
  throw fail('CHECK_FAILED', {
    reason: `The bridge pays at least ${say(least)} now, which is below ${say(accepted)}. Run it again for a new quote.`,
  })
}

const minPaidOf = ({ bridge }: CrossQuote): bigint => computeBridgePayment(bridge.terms, bridge.depositedMin) ?? 0n

/**
 * @throws `SLIPPAGE_TOO_HIGH`, `PRICE_IMPACT_TOO_HIGH`, `PRICE_IMPACT_UNKNOWN`, `BELOW_MIN_OUT`, `ABOVE_MAX_IN`,
 *   `CROSS_CHAIN_NOT_AVAILABLE` for a price only, and if the bridge keeps too much
 */
export function checkCrossGuards(quote: CrossQuote, { guards }: Pick<CrossRequest, 'guards'>): void {
  const { request, sell } = quote
  if (quote.priceOnly === true)
    throw fail('CROSS_CHAIN_NOT_AVAILABLE', {
      reason: 'Our contracts are not deployed on both networks: this is a price only.',
      fix: `swapline router deploy --crossing -n ${request.network}, and on ${request.toNetwork}`,
    })
  requireModestBridgeCost(quote)
  if (request.slippage > guards.maxSlippage)
    throw fail('SLIPPAGE_TOO_HIGH', {
      slippage: formatPercent(request.slippage),
      limit: formatPercent(guards.maxSlippage),
    })
  for (const leg of [quote.legIn, quote.legOut]) {
    if (leg === undefined) continue
    if (leg.priceImpact === undefined && guards.minimumOut === undefined && guards.maxImpact < million)
      throw fail('PRICE_IMPACT_UNKNOWN', {})
    if (leg.priceImpact !== undefined && leg.priceImpact > guards.maxImpact)
      throw fail('PRICE_IMPACT_TOO_HIGH', {
        impact: formatPercent(leg.priceImpact),
        limit: formatPercent(guards.maxImpact),
      })
  }
  if (guards.minimumOut !== undefined && quote.minimumOut < guards.minimumOut)
    throw belowMinimum(quote, quote.minimumOut, guards.minimumOut)
  if (guards.maximumIn !== undefined && request.sellAmount > guards.maximumIn) {
    const say = (raw: bigint) => `${formatDecimal(raw, sell.decimals)} ${sell.symbol}`
    throw fail('ABOVE_MAX_IN', { asked: say(request.sellAmount), maximum: say(guards.maximumIn) })
  }
}

const formatPercent = (ppm: Ppm): string => `${ppm / 10_000}%`

function belowMinimum({ buy }: CrossQuote, quoted: bigint, minimum: bigint) {
  const say = (raw: bigint) => `${formatDecimal(raw, buy.decimals)} ${buy.symbol}`
  return fail('BELOW_MIN_OUT', { quoted: say(quoted), minimum: say(minimum) })
}
