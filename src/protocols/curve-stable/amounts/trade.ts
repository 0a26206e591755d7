/**
 * A pool's output and next state. Of a metapool its own two tokens come first and the base pool's follow: `exchange`
 * trades the two, `exchange_underlying` the first for any base token, by shares that are minted or burned there.
 * Source: `exchange_underlying` of the template of metapools, of those that Curve's factory created and of
 * CurveStableSwapMetaNG.
 */
import type { Trade } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { computeSharePrice, deposit, withdraw } from './shares.ts'
import type { CurveBasePool, CurveStableState } from './state.ts'
import { swap } from './swap.ts'

export interface CurveStableTradeResult {
  readonly out: bigint
  readonly next: CurveStableState
}

/** Of a metapool: its token, the share, and the first base token. */
const [token, share, below] = [0, 1, 2]

/** The kind of a metapool's trade; `undefined` if it does not trade these two tokens. */
export function classifyTrade({ from, to }: Pick<Trade, 'from' | 'to'>): 'own' | 'in' | 'out' | undefined {
  if (from < below && to < below) return 'own'
  if (to === token) return 'in'
  return from === token ? 'out' : undefined
}

/** `undefined` if the pool refuses the trade or gives nothing for it. */
export const computeTrade = (state: CurveStableState, trade: Trade): CurveStableTradeResult | undefined =>
  undefinedOnRangeError(() => tradeOrRevert(state, trade))

function tradeOrRevert(state: CurveStableState, trade: Trade): CurveStableTradeResult | undefined {
  const { over } = state
  const way = over === undefined ? 'own' : classifyTrade(trade)
  if (over === undefined || way === 'own') return tradeOwnTokens(state, trade)
  if (way === undefined || trade.amountIn === 0n) return undefined
  return way === 'in' ? tradeIn(state, over, trade) : tradeOut(state, over, trade)
}

function tradeOwnTokens(state: CurveStableState, trade: Trade): CurveStableTradeResult | undefined {
  const swapped = swap(state, trade)
  return swapped && { out: swapped.out, next: { ...state, balances: swapped.balances } }
}

/** A base token is deposited, and the shares are sold at the old rate. */
function tradeIn(
  state: CurveStableState,
  over: CurveBasePool,
  { from, amountIn }: Trade,
): CurveStableTradeResult | undefined {
  const { out: minted, ...moved } = deposit(over, from - below, amountIn)
  const sold = tradeOwnTokens(state, { from: share, to: token, amountIn: amount(minted) })
  return sold && { out: sold.out, next: refreshShareRate(sold.next, { ...over, ...moved }) }
}

/** Shares are bought, and burned for a base token. */
function tradeOut(
  state: CurveStableState,
  over: CurveBasePool,
  { to, amountIn }: Trade,
): CurveStableTradeResult | undefined {
  const bought = tradeOwnTokens(state, { from: token, to: share, amountIn })
  if (bought === undefined) return undefined
  const { out, ...moved } = withdraw(over, to - below, bought.out)
  return out === 0n ? undefined : { out, next: refreshShareRate(bought.next, { ...over, ...moved }) }
}

/** Updates the rate of a share; without one if its value cannot be computed, so that every next trade is refused. */
function refreshShareRate(state: CurveStableState, over: CurveBasePool): CurveStableState {
  const price = over.keepsRate ? state.rates[share] : undefinedOnRangeError(() => computeSharePrice(over))
  return { ...state, rates: state.rates.with(share, price ?? 0n), over }
}
