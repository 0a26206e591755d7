/**
 * What a pool gives and becomes. Of one over another its own two tokens come first and those below follow: `exchange` trades
 * the two, `exchange_underlying` the first for any below, by shares that are minted or burned there.
 * Source: `exchange_underlying` of the template of pools over others, of those that Curve's factory made and of
 * CurveStableSwapMetaNG.
 */
import type { Trade } from '#domain/protocol'
import { amount } from '#domain/units'
import { unlessRefused } from '#math/unless-refused'
import { deposit, sharePrice, withdraw } from './shares.ts'
import type { Over, State } from './state.ts'
import { swap } from './swap.ts'

export interface Traded {
  readonly out: bigint
  readonly next: State
}

/** Of a pool over another: its token, the share, and the first of those below. */
const [token, share, below] = [0, 1, 2]

/** Which trade of a pool over another it is; nothing where it makes none of these two tokens. */
export function wayOf({ from, to }: Pick<Trade, 'from' | 'to'>): 'own' | 'in' | 'out' | undefined {
  if (from < below && to < below) return 'own'
  if (to === token) return 'in'
  return from === token ? 'out' : undefined
}

/** `undefined` where the pool refuses the trade or gives nothing for it. */
export const traded = (state: State, trade: Trade): Traded | undefined =>
  unlessRefused(() => tradeOrRevert(state, trade))

function tradeOrRevert(state: State, trade: Trade): Traded | undefined {
  const { over } = state
  const way = over === undefined ? 'own' : wayOf(trade)
  if (over === undefined || way === 'own') return ownTrade(state, trade)
  if (way === undefined || trade.amountIn === 0n) return undefined
  return way === 'in' ? tradeIn(state, over, trade) : tradeOut(state, over, trade)
}

function ownTrade(state: State, trade: Trade): Traded | undefined {
  const swapped = swap(state, trade)
  return swapped && { out: swapped.out, next: { ...state, balances: swapped.balances } }
}

/** A token below is paid in there, and its shares are sold by the rate of before. */
function tradeIn(state: State, over: Over, { from, amountIn }: Trade): Traded | undefined {
  const { out: minted, ...moved } = deposit(over, from - below, amountIn)
  const sold = ownTrade(state, { from: share, to: token, amountIn: amount(minted) })
  return sold && { out: sold.out, next: above(sold.next, { ...over, ...moved }) }
}

/** Shares are bought, and burned for a token below. */
function tradeOut(state: State, over: Over, { to, amountIn }: Trade): Traded | undefined {
  const bought = ownTrade(state, { from: token, to: share, amountIn })
  if (bought === undefined) return undefined
  const { out, ...moved } = withdraw(over, to - below, bought.out)
  return out === 0n ? undefined : { out, next: above(bought.next, { ...over, ...moved }) }
}

/** With the rate that a share has then: none where nobody can say what it is worth, so that every next trade is refused. */
function above(state: State, over: Over): State {
  const price = over.keepsRate ? state.rates[share] : unlessRefused(() => sharePrice(over))
  return { ...state, rates: state.rates.with(share, price ?? 0n), over }
}
