/**
 * Output of a pool for an input. Source: SwapUtilsExternal._calculateSwap and swap of @connext/smart-contracts 2.4.0.
 */
import { solveBalance, solveInvariant } from '#amm/stable-swap'
import type { Trade } from '#domain/pools/protocol'
import { uint256 } from '#math/integers/uint256'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import type { StableSwapState } from './state.ts'

const feeUnit = 10n ** 10n
/** Of A. */
export const precision = 100n

export interface StableSwapSwapResult {
  readonly out: bigint
  /** After the trade, in smallest units. */
  readonly balances: readonly bigint[]
}

/** `undefined` if the pool refuses the trade or gives nothing for it. */
export const swap = (state: StableSwapState, trade: Trade): StableSwapSwapResult | undefined =>
  undefinedOnRangeError(() => swapOrRevert(state, trade))

function swapOrRevert(state: StableSwapState, { from, to, amountIn }: Trade): StableSwapSwapResult | undefined {
  const { balances, multipliers, amplification, feeE10, adminFeeE10 } = state
  const [held, multiplier] = [balances[to] ?? 0n, multipliers[to] ?? 0n]
  if (amountIn === 0n || held === 0n || from === to) return undefined

  const curve = { a: amplification, precision }
  const scaled = balances.map((one, i) => uint256(one * (multipliers[i] ?? 0n)))
  const paid = scaled.map((one, i) => (i === from ? uint256(one + uint256(amountIn * (multipliers[i] ?? 0n))) : one))
  // One less than the curve leaves, so that rounding never costs the pool.
  const gross = uint256((scaled[to] ?? 0n) - solveBalance(paid, to, solveInvariant(scaled, curve), curve) - 1n)
  const fee = uint256(gross * feeE10) / feeUnit
  const out = (gross - fee) / multiplier
  if (out === 0n) return undefined

  const adminFee = uint256(fee * adminFeeE10) / feeUnit / multiplier
  const left = uint256(held - out - adminFee)
  return { out, balances: balances.map((one, i) => (i === from ? one + amountIn : i === to ? left : one)) }
}
