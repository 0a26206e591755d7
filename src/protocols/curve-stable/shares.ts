/**
 * Shares of a pool: what one is worth, what is minted for a token that is paid in, and what a token brings that is taken out.
 * Source: `get_virtual_price`, `add_liquidity` and `remove_liquidity_one_coin` of StableSwap (3pool, and the template of later
 * pools) and of CurveStableSwapNG.
 */
import { stableBalance, stableInvariant } from '#amm/stable-swap'
import { uint256 } from '#math/uint256'
import { wad } from '#math/wad'
import { movingFee } from './fee.ts'
import { upkeep } from './oracles.ts'
import type { State } from './state.ts'
import { curveOf, scaledBalances } from './swap.ts'

const feeUnit = 10n ** 10n

export interface Shared {
  readonly base: State
  /** 18 decimals. */
  readonly supply: bigint
}

/** What came of it, and the pool afterwards. */
export interface Moved extends Shared {
  readonly out: bigint
}

/** What a share is worth, 18 decimals. @throws RangeError where the contract reverts */
export const sharePrice = ({ base, supply }: Shared): bigint =>
  uint256(stableInvariant(scaledBalances(base), curveOf(base)) * wad) / supply

/** What is taken of a token that parts from, or comes near, its even part: of a trade half of it is there on either side. */
export function evenFee({ feeE10, balances }: Pick<State, 'feeE10' | 'balances'>): bigint {
  const n = BigInt(balances.length)
  return (feeE10 * n) / (4n * (n - 1n))
}

/**
 * Shares for an amount of one token.
 * @param at its index, `amountIn` in its smallest units
 * @throws RangeError where the contract reverts
 */
export function deposit({ base, supply }: Shared, at: number, amountIn: bigint): Moved {
  const { balances, rates } = base
  const curve = curveOf(base)
  const n = BigInt(balances.length)
  const before = stableInvariant(scaledBalances(base), curve)
  const paid = balances.with(at, uint256((balances[at] ?? 0n) + amountIn))
  const whole = stableInvariant(scaledBalances({ rates, balances: paid }), curve)
  if (whole <= before) throw new RangeError('D does not grow')
  const fees = paid.map((one, i) => {
    const [held, rate] = [balances[i] ?? 0n, rates[i] ?? 0n]
    const even = uint256(whole * held) / before
    const mean = uint256(rate * (held + one)) / wad
    return uint256(feeOf(base, mean, (before + whole) / n) * apart(even, one)) / feeUnit
  })
  const left = scaledBalances({ rates, balances: paid.map((one, i) => uint256(one - (fees[i] ?? 0n))) })
  const after = stableInvariant(left, curve)
  const out = uint256(supply * uint256(after - before)) / before
  if (base.offpegE10 !== undefined) upkeep(left, after, curve)
  return { out, base: { ...base, balances: withoutFees(base, paid, fees) }, supply: uint256(supply + out) }
}

/**
 * An amount of one token for shares.
 * @param at its index
 * @throws RangeError where the contract reverts
 */
export function withdraw({ base, supply }: Shared, at: number, burned: bigint): Moved {
  const curve = curveOf(base)
  const held = scaledBalances(base)
  const n = BigInt(held.length)
  const before = stableInvariant(held, curve)
  const after = uint256(before - uint256(burned * before) / supply)
  const left = stableBalance(held, at, after, curve)
  const reduced = held.map((one, i) => {
    const even = uint256(one * after) / before
    const moved = uint256(i === at ? even - left : one - even)
    const fee = feeOf(base, i === at ? (one + left) / 2n : one, (before + after) / (2n * n))
    return uint256(one - uint256(fee * moved) / feeUnit)
  })
  const taken = uint256((reduced[at] ?? 0n) - stableBalance(reduced, at, after, curve) - 1n)
  const inUnits = (scaled: bigint): bigint => uint256(uint256(scaled) * wad) / (base.rates[at] ?? 0n)
  const out = inUnits(taken)
  const fee = uint256(inUnits((held[at] ?? 0n) - left) - out)
  if (base.offpegE10 !== undefined) upkeep(held.with(at, left), after, curve)
  const paid = base.balances.map((one, i) => (i === at ? uint256(one - out) : one))
  const fees = base.balances.map((_, i) => (i === at ? fee : 0n))
  return { out, base: { ...base, balances: withoutFees(base, paid, fees) }, supply: uint256(supply - burned) }
}

const apart = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one)

function feeOf(base: State, a: bigint, b: bigint): bigint {
  const feeE10 = evenFee(base)
  return base.offpegE10 === undefined ? feeE10 : movingFee({ feeE10, offpegE10: base.offpegE10 }, a, b)
}

/** The administrator's part of the fees leaves the pool. */
const withoutFees = ({ adminFeeE10 }: State, balances: readonly bigint[], fees: readonly bigint[]): readonly bigint[] =>
  balances.map((one, i) => uint256(one - uint256((fees[i] ?? 0n) * adminFeeE10) / feeUnit))
