/**
 * Shares of a pool: the value of one, the shares minted for a deposit of one token, and the withdrawal of one token.
 * Source: `get_virtual_price`, `add_liquidity` and `remove_liquidity_one_coin` of StableSwap (3pool, and the template
 * of later pools) and of CurveStableSwapNG.
 */
import { solveBalance, solveInvariant } from '#amm/stable-swap'
import { uint256 } from '#math/integers/uint256'
import { wad } from '#math/integers/wad'
import { computeMovingFee } from './fee.ts'
import { upkeepOracles } from './oracles.ts'
import type { CurveStableState } from './state.ts'
import { curveOf, scaleBalances } from './swap.ts'

const feeUnit = 10n ** 10n

export interface CurveShares {
  readonly base: CurveStableState
  /** 18 decimals. */
  readonly supply: bigint
}

/** The output, and the pool afterwards. */
export interface CurveSharesResult extends CurveShares {
  readonly out: bigint
}

/** The value of a share, 18 decimals. @throws RangeError if the contract reverts */
export const computeSharePrice = ({ base, supply }: CurveShares): bigint =>
  uint256(solveInvariant(scaleBalances(base), curveOf(base)) * wad) / supply

/** Fee on a token's deviation from its balanced amount: a trade causes half of it on either side. */
export function computeEvenFee({ feeE10, balances }: Pick<CurveStableState, 'feeE10' | 'balances'>): bigint {
  const n = BigInt(balances.length)
  return (feeE10 * n) / (4n * (n - 1n))
}

/**
 * Shares for an amount of one token.
 * @param at its index, `amountIn` in its smallest units
 * @throws RangeError if the contract reverts
 */
export function deposit({ base, supply }: CurveShares, at: number, amountIn: bigint): CurveSharesResult {
  const { balances, rates } = base
  const curve = curveOf(base)
  const n = BigInt(balances.length)
  const before = solveInvariant(scaleBalances(base), curve)
  const paid = balances.with(at, uint256((balances[at] ?? 0n) + amountIn))
  const whole = solveInvariant(scaleBalances({ rates, balances: paid }), curve)
  if (whole <= before) throw new RangeError('D does not grow')
  const fees = paid.map((one, i) => {
    const [held, rate] = [balances[i] ?? 0n, rates[i] ?? 0n]
    const even = uint256(whole * held) / before
    const mean = uint256(rate * (held + one)) / wad
    return uint256(computeFee(base, mean, (before + whole) / n) * absDifference(even, one)) / feeUnit
  })
  const left = scaleBalances({ rates, balances: paid.map((one, i) => uint256(one - (fees[i] ?? 0n))) })
  const after = solveInvariant(left, curve)
  const out = uint256(supply * uint256(after - before)) / before
  if (base.offpegE10 !== undefined) upkeepOracles(left, after, curve)
  return { out, base: { ...base, balances: deductFees(base, paid, fees) }, supply: uint256(supply + out) }
}

/**
 * An amount of one token for shares.
 * @param at its index
 * @throws RangeError if the contract reverts
 */
export function withdraw({ base, supply }: CurveShares, at: number, burned: bigint): CurveSharesResult {
  const curve = curveOf(base)
  const held = scaleBalances(base)
  const n = BigInt(held.length)
  const before = solveInvariant(held, curve)
  const after = uint256(before - uint256(burned * before) / supply)
  const left = solveBalance(held, at, after, curve)
  const reduced = held.map((one, i) => {
    const even = uint256(one * after) / before
    const moved = uint256(i === at ? even - left : one - even)
    const fee = computeFee(base, i === at ? (one + left) / 2n : one, (before + after) / (2n * n))
    return uint256(one - uint256(fee * moved) / feeUnit)
  })
  const taken = uint256((reduced[at] ?? 0n) - solveBalance(reduced, at, after, curve) - 1n)
  const inUnits = (scaled: bigint): bigint => uint256(uint256(scaled) * wad) / (base.rates[at] ?? 0n)
  const out = inUnits(taken)
  const fee = uint256(inUnits((held[at] ?? 0n) - left) - out)
  if (base.offpegE10 !== undefined) upkeepOracles(held.with(at, left), after, curve)
  const paid = base.balances.map((one, i) => (i === at ? uint256(one - out) : one))
  const fees = base.balances.map((_, i) => (i === at ? fee : 0n))
  return { out, base: { ...base, balances: deductFees(base, paid, fees) }, supply: uint256(supply - burned) }
}

const absDifference = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one)

function computeFee(base: CurveStableState, a: bigint, b: bigint): bigint {
  const feeE10 = computeEvenFee(base)
  return base.offpegE10 === undefined ? feeE10 : computeMovingFee({ feeE10, offpegE10: base.offpegE10 }, a, b)
}

/** The administrator's share of the fees leaves the pool. */
const deductFees = (
  { adminFeeE10 }: CurveStableState,
  balances: readonly bigint[],
  fees: readonly bigint[],
): readonly bigint[] => balances.map((one, i) => uint256(one - uint256((fees[i] ?? 0n) * adminFeeE10) / feeUnit))
