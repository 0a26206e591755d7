/**
 * What a pool gives for an input, in the contracts' own integers.
 * Source: `exchange` and `get_dy` of Curve's StableSwap (3pool, and the template of later pools) and of CurveStableSwapNG.
 */
import { type Amplification, stableBalance, stableInvariant } from '#amm/stable-swap'
import type { Trade } from '#domain/protocol'
import { uint256 } from '#math/uint256'
import { unlessRefused } from '#math/unless-refused'
import { wad } from '#math/wad'
import { movingFee } from './fee.ts'
import { upkeep } from './oracles.ts'
import type { State } from './state.ts'

const feeUnit = 10n ** 10n
const mostSteps = 255

export interface Swapped {
  readonly out: bigint
  /** After the trade, in smallest units. */
  readonly balances: readonly bigint[]
}

/** The pool's balances in 18 decimals, rates applied. @throws RangeError where the contract reverts */
export const scaledBalances = ({ balances, rates }: Pick<State, 'balances' | 'rates'>): readonly bigint[] =>
  balances.map((one, i) => uint256(one * (rates[i] ?? 0n)) / wad)

export const curveOf = ({ amplification, precision, dividedOnce }: State): Amplification => ({
  a: amplification,
  precision,
  dividedOnce,
  mostSteps,
})

/**
 * What the pool's own `get_dy` may say to a trade. Pools of before StableSwap-NG say it by one of two roundings: as they
 * trade, or with the fee taken off what was scaled back before.
 */
export function sayings(state: State, trade: Trade): readonly bigint[] {
  const worked = unlessRefused(() => work(state, trade))
  if (worked === undefined) return [0n]
  const { out, gross, feeE10 } = worked
  const whole = (gross * wad) / (state.rates[trade.to] ?? 1n)
  return state.offpegE10 === undefined ? [out, whole - (whole * feeE10) / feeUnit] : [out]
}

/** A trade of its own tokens; `undefined` where it gives nothing for it. @throws RangeError where the contract reverts */
export function swap(state: State, trade: Trade): Swapped | undefined {
  const { balances, adminFeeE10, rates } = state
  const { from, to, amountIn } = trade
  if (amountIn === 0n || from === to || balances[to] === 0n) return undefined
  const { out, fee, after, invariant } = work(state, trade)
  if (state.offpegE10 !== undefined) upkeep(after, invariant, curveOf(state))
  if (out === 0n) return undefined
  const adminFee = uint256((uint256(fee * adminFeeE10) / feeUnit) * wad) / (rates[to] ?? 0n)
  const left = uint256((balances[to] ?? 0n) - out - adminFee)
  return { out, balances: balances.map((one, i) => (i === from ? uint256(one + amountIn) : i === to ? left : one)) }
}

function work(state: State, { from, to, amountIn }: Trade) {
  const { rates, feeE10, offpegE10 } = state
  const curve = curveOf(state)
  const before = scaledBalances(state)
  const [held, other] = [before[from] ?? 0n, before[to] ?? 0n]
  const sold = uint256(held + uint256(amountIn * (rates[from] ?? 0n)) / wad)
  const invariant = stableInvariant(before, curve)
  const left = stableBalance(before.with(from, sold), to, invariant, curve)
  // One less than the curve leaves, so that rounding is never the pool's loss.
  const gross = uint256(other - left - 1n)
  const taken =
    offpegE10 === undefined ? feeE10 : movingFee({ feeE10, offpegE10 }, (held + sold) / 2n, (other + left) / 2n)
  const fee = uint256(gross * taken) / feeUnit
  const out = uint256(uint256(gross - fee) * wad) / (rates[to] ?? 0n)
  return { out, gross, fee, feeE10: taken, invariant, after: before.with(from, sold).with(to, left) }
}
