/** What a pool gives for an input. Source: PMMPricing and DVMTrader, DSPTrader and DPPTrader of DODOEX/contractV2. */
import type { Trade } from '#domain/protocol'
import { uint256 } from '#math/uint256'
import { unlessRefused } from '#math/unless-refused'
import { type Curve, givenOnLeaving, givenOnReturn, one, targetOf } from './pmm.ts'
import type { Pair, State } from './state.ts'

/** Reserves and targets are uint112. */
export const mostHeld = (1n << 112n) - 1n

export interface Swapped {
  readonly out: bigint
  readonly after: State
}

/** `undefined` where the pool refuses the trade or gives nothing for it. */
export const swap = (state: State, trade: Trade): Swapped | undefined => unlessRefused(() => swapOrRevert(state, trade))

/** The curve by which a token is sold. Of the quote token's price the contract keeps 18 digits, rounded down. */
export const curveOf = ({ price, slope }: State, from: 0 | 1): Curve => ({
  price: from === 0 ? price : (one * one) / price,
  slope,
})

/** The state with the target of the token it is short of worked out anew. @throws RangeError where the contract reverts */
export function adjusted(state: State): State {
  const { short, reserves, targets } = state
  if (short === 'neither') return state
  const other = short === 0 ? 1 : 0
  const target = targetOf(curveOf(state, other), reserves[short], uint256(reserves[other] - targets[other]))
  return { ...state, targets: short === 0 ? [target, targets[1]] : [targets[0], target] }
}

/** Whether the pool is short of the sold token, also after the trade. */
export const isReturning = ({ short, reserves, targets }: State, { from, amountIn }: Trade): boolean =>
  short === from && reserves[short] + amountIn <= targets[short]

function swapOrRevert(stored: State, trade: Trade): Swapped | undefined {
  const state = adjusted(stored)
  const [from, to] = trade.from === 0 ? ([0, 1] as const) : ([1, 0] as const)
  const { gross, short } = grossOf(state, from, trade.amountIn)
  const ofMaintainer = uint256(gross * state.fees.maintainer) / one
  const out = uint256(uint256(gross - uint256(gross * state.fees.pool) / one) - ofMaintainer)
  if (trade.amountIn === 0n || out === 0n) return undefined

  const sold = state.reserves[from] + trade.amountIn
  const bought = uint256(state.reserves[to] - out - ofMaintainer)
  // the target that was worked out is written down once another token is short
  if (sold > mostHeld || (short !== state.short && state.targets[from] > mostHeld)) return undefined
  const reserves: Pair = from === 0 ? [sold, bought] : [bought, sold]
  const next: State = { ...state, reserves, short: state.vending ? state.short : short }
  return { out, after: unlessRefused(() => adjusted(next)) ?? next }
}

/** Before fees, and of which token the pool is short then. */
function grossOf(state: State, from: 0 | 1, paid: bigint): { readonly gross: bigint; readonly short: State['short'] } {
  const { reserves, targets, short } = state
  const to = from === 0 ? 1 : 0
  const curve = curveOf(state, from)
  if (short !== from)
    return { gross: givenOnLeaving(curve, targets[to], short === to ? reserves[to] : targets[to], paid), short: to }

  const [missing, spare] = [uint256(targets[from] - reserves[from]), uint256(reserves[to] - targets[to])]
  if (paid === missing) return { gross: spare, short: 'neither' }
  if (paid > missing)
    return { gross: uint256(spare + givenOnLeaving(curve, targets[to], targets[to], paid - missing)), short: to }
  const given = givenOnReturn(curve, targets[from], reserves[from], uint256(reserves[from] + paid))
  // its target is rounded, so that the way back could seem worth more than all that it has to spare
  return { gross: given > spare ? spare : given, short: from }
}
