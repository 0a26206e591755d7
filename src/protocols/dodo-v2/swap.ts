/** Output of a pool for an input. Source: PMMPricing and DVMTrader, DSPTrader and DPPTrader of DODOEX/contractV2. */
import type { Trade } from '#domain/pools/protocol'
import { uint256 } from '#math/integers/uint256'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { computeOutOnLeaving, computeOutOnReturn, one, type PmmCurve, solveTarget } from './pmm.ts'
import type { DodoPair, DodoState } from './state.ts'

/** Reserves and targets are uint112. */
export const maxReserve = (1n << 112n) - 1n

export interface DodoSwapResult {
  readonly out: bigint
  readonly after: DodoState
}

/** `undefined` if the pool refuses the trade or gives nothing for it. */
export const swap = (state: DodoState, trade: Trade): DodoSwapResult | undefined =>
  undefinedOnRangeError(() => swapOrRevert(state, trade))

/** The curve by which a token is sold. Of the quote token's price the contract stores 18 digits, rounded down. */
export const getCurve = ({ price, slope, keepsRest }: DodoState, from: 0 | 1): PmmCurve => ({
  price: from === 0 ? price : (one * one) / price,
  slope,
  keepsRest,
})

/** The state with a new target of the token it is short of. @throws RangeError if the contract reverts */
export function adjustTargets(state: DodoState): DodoState {
  const { short, reserves, targets } = state
  if (short === 'neither') return state
  const other = short === 0 ? 1 : 0
  const target = solveTarget(getCurve(state, other), reserves[short], uint256(reserves[other] - targets[other]))
  return { ...state, targets: short === 0 ? [target, targets[1]] : [targets[0], target] }
}

/** True if the pool is short of the input token, also after the trade. */
export const isReturning = ({ short, reserves, targets }: DodoState, { from, amountIn }: Trade): boolean =>
  short === from && reserves[short] + amountIn <= targets[short]

function swapOrRevert(stored: DodoState, trade: Trade): DodoSwapResult | undefined {
  const state = adjustTargets(stored)
  const [from, to] = trade.from === 0 ? ([0, 1] as const) : ([1, 0] as const)
  const { gross, short } = computeGross(state, from, trade.amountIn)
  const ofMaintainer = uint256(gross * state.fees.maintainer) / one
  const out = uint256(uint256(gross - uint256(gross * state.fees.pool) / one) - ofMaintainer)
  if (trade.amountIn === 0n || out === 0n) return undefined

  const sold = state.reserves[from] + trade.amountIn
  const bought = uint256(state.reserves[to] - out - ofMaintainer)
  // the computed target is stored once another token is short
  if (sold > maxReserve || (short !== state.short && state.targets[from] > maxReserve)) return undefined
  const reserves: DodoPair = from === 0 ? [sold, bought] : [bought, sold]
  const next: DodoState = { ...state, reserves, short: state.vending ? state.short : short }
  return { out, after: undefinedOnRangeError(() => adjustTargets(next)) ?? next }
}

/** The output before fees, and the token the pool is short of then. */
function computeGross(
  state: DodoState,
  from: 0 | 1,
  paid: bigint,
): { readonly gross: bigint; readonly short: DodoState['short'] } {
  const { reserves, targets, short } = state
  const to = from === 0 ? 1 : 0
  const curve = getCurve(state, from)
  if (short !== from)
    return {
      gross: computeOutOnLeaving(curve, targets[to], short === to ? reserves[to] : targets[to], paid),
      short: to,
    }

  const [missing, spare] = [uint256(targets[from] - reserves[from]), uint256(reserves[to] - targets[to])]
  if (paid === missing) return { gross: spare, short: 'neither' }
  if (paid > missing)
    return { gross: uint256(spare + computeOutOnLeaving(curve, targets[to], targets[to], paid - missing)), short: to }
  const given = computeOutOnReturn(curve, targets[from], reserves[from], uint256(reserves[from] + paid))
  // its target is rounded, so the output on the return could exceed what it has to spare
  return { gross: given > spare ? spare : given, short: from }
}
