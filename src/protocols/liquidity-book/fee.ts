/**
 * The fee, which grows with every bin a trade crosses and decays with time. Source: PairParameterHelper and FeeHelper
 * of Liquidity Book v2.2.
 */
import { divUp } from '#math/integers/full-math'
import type { LiquidityBookState, Volatility } from './state.ts'

const wad = 10n ** 18n
/** With 18 decimals: the contract reverts above it. */
const maxFee = 10n ** 17n
const unit = 10_000n

/** The volatility at the start of a trade: reduced after the filter period, zero after the decay period. */
export function refreshVolatility({ volatility, rules, activeId }: LiquidityBookState): Volatility {
  const { accumulator, age } = volatility
  if (age < rules.filterPeriod) return { ...volatility, age: 0n }
  const reference = age < rules.decayPeriod ? (accumulator * rules.reductionFactor) / unit : 0n
  return { accumulator, reference, idReference: activeId, age: 0n }
}

/** The volatility when a trade reaches a bin. */
export function moveVolatility(volatility: Volatility, id: number, { rules }: LiquidityBookState): Volatility {
  const moved = volatility.reference + BigInt(Math.abs(id - volatility.idReference)) * unit
  return { ...volatility, accumulator: moved < rules.mostVolatility ? moved : rules.mostVolatility }
}

/** Fraction of the input, 18 decimals. @throws RangeError above a tenth, where the contract reverts */
export function computeTotalFee({ accumulator }: Volatility, { rules, binStep }: LiquidityBookState): bigint {
  const base = rules.baseFactor * BigInt(binStep) * 10n ** 10n
  const moved = accumulator * BigInt(binStep)
  const fee = base + (rules.variableFeeControl === 0n ? 0n : divUp(moved * moved * rules.variableFeeControl, 100n))
  if (fee > maxFee) throw new RangeError('the fee is too large')
  return fee
}

/** The fee contained in an amount, rounded up. */
export const computeFeeWithin = (amountIn: bigint, fee: bigint): bigint => divUp(amountIn * fee, wad)

/** The fee on top of an amount, rounded up. */
export const computeFeeOnTop = (amount: bigint, fee: bigint): bigint => divUp(amount * fee, wad - fee)
