/**
 * Output of a pool for an input, in the contracts' own integers. Source: `exchange` and `get_dy` of Curve's StableSwap
 * (3pool, and the template of later pools) and of CurveStableSwapNG.
 */
import { type Amplification, solveBalance, solveInvariant } from '#amm/stable-swap'
import type { Trade } from '#domain/pools/protocol'
import { uint256 } from '#math/integers/uint256'
import { wad } from '#math/integers/wad'
import { memoizeByObject } from '#math/memoize'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { computeMovingFee } from './fee.ts'
import { upkeepOracles } from './oracles.ts'
import type { CurveStableState } from './state.ts'

const feeUnit = 10n ** 10n
const maxSteps = 255

export interface CurveStableSwapResult {
  readonly out: bigint
  /** After the trade, in smallest units. */
  readonly balances: readonly bigint[]
}

/** The pool's balances in 18 decimals, rates applied. @throws RangeError if the contract reverts */
export const scaleBalances = ({ balances, rates }: Pick<CurveStableState, 'balances' | 'rates'>): readonly bigint[] =>
  balances.map((one, i) => uint256(one * (rates[i] ?? 0n)) / wad)

export const curveOf = ({ amplification, precision, dividedOnce }: CurveStableState): Amplification => ({
  a: amplification,
  precision,
  dividedOnce,
  maxSteps,
  // the first pools were written before the check
  acceptsUnconverged: precision === 1n,
})

/** D; `undefined` if it stops after 255 steps wherever it is then: it can be far from the curve's. */
export const getInvariant = memoizeByObject((state: CurveStableState): bigint | undefined =>
  undefinedOnRangeError(() => solveInvariant(scaleBalances(state), { ...curveOf(state), acceptsUnconverged: false })),
)

/**
 * The pool's possible `get_dy` quotes of a trade. Pools before StableSwap-NG use one of two roundings: as they trade,
 * or with the fee deducted after scaling back.
 */
export function listPossibleQuotes(state: CurveStableState, trade: Trade): readonly bigint[] {
  const worked = undefinedOnRangeError(() => computeSwap(state, trade))
  if (worked === undefined) return [0n]
  const { out, gross, feeE10 } = worked
  const whole = (gross * wad) / (state.rates[trade.to] ?? 1n)
  return state.offpegE10 === undefined ? [out, whole - (whole * feeE10) / feeUnit] : [out]
}

/** A trade of its own tokens; `undefined` if it gives nothing. @throws RangeError if the contract reverts */
export function swap(state: CurveStableState, trade: Trade): CurveStableSwapResult | undefined {
  const { balances, adminFeeE10, rates } = state
  const { from, to, amountIn } = trade
  if (amountIn === 0n || from === to || balances[to] === 0n) return undefined
  const { out, fee, after, invariant } = computeSwap(state, trade)
  if (state.offpegE10 !== undefined) upkeepOracles(after, invariant, curveOf(state))
  if (out === 0n) return undefined
  const adminFee = uint256((uint256(fee * adminFeeE10) / feeUnit) * wad) / (rates[to] ?? 0n)
  const left = uint256((balances[to] ?? 0n) - out - adminFee)
  return { out, balances: balances.map((one, i) => (i === from ? uint256(one + amountIn) : i === to ? left : one)) }
}

function computeSwap(state: CurveStableState, { from, to, amountIn }: Trade) {
  const { rates, feeE10, offpegE10 } = state
  const curve = curveOf(state)
  const before = scaleBalances(state)
  const [held, other] = [before[from] ?? 0n, before[to] ?? 0n]
  const sold = uint256(held + uint256(amountIn * (rates[from] ?? 0n)) / wad)
  const invariant = solveInvariant(before, curve)
  const left = solveBalance(before.with(from, sold), to, invariant, curve)
  // One less than the curve leaves, so that rounding never costs the pool.
  const gross = uint256(other - left - 1n)
  const taken =
    offpegE10 === undefined ? feeE10 : computeMovingFee({ feeE10, offpegE10 }, (held + sold) / 2n, (other + left) / 2n)
  const fee = uint256(gross * taken) / feeUnit
  const out = uint256(uint256(gross - fee) * wad) / (rates[to] ?? 0n)
  return { out, gross, fee, feeE10: taken, invariant, after: before.with(from, sold).with(to, left) }
}
