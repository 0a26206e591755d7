/** The fee, which grows with every bin a trade crosses and fades with time. Source: PairParameterHelper and FeeHelper of Liquidity Book v2.2. */
import { divUp } from '#math/full-math'
import type { State, Volatility } from './state.ts'

const wad = 10n ** 18n
/** Of 18 decimals: the contract reverts above it. */
const mostFee = 10n ** 17n
const unit = 10_000n

/** The volatility as a trade finds it: a move is old after the filter period, and forgotten after the decay period. */
export function refreshed({ volatility, rules, activeId }: State): Volatility {
  const { accumulator, age } = volatility
  if (age < rules.filterPeriod) return { ...volatility, age: 0n }
  const reference = age < rules.decayPeriod ? (accumulator * rules.reductionFactor) / unit : 0n
  return { accumulator, reference, idReference: activeId, age: 0n }
}

/** The volatility once a trade has come to a bin. */
export function movedTo(volatility: Volatility, id: number, { rules }: State): Volatility {
  const moved = volatility.reference + BigInt(Math.abs(id - volatility.idReference)) * unit
  return { ...volatility, accumulator: moved < rules.mostVolatility ? moved : rules.mostVolatility }
}

/** Of what is paid, 18 decimals. @throws RangeError above a tenth, where the contract reverts */
export function totalFee({ accumulator }: Volatility, { rules, binStep }: State): bigint {
  const base = rules.baseFactor * BigInt(binStep) * 10n ** 10n
  const moved = accumulator * BigInt(binStep)
  const fee = base + (rules.variableFeeControl === 0n ? 0n : divUp(moved * moved * rules.variableFeeControl, 100n))
  if (fee > mostFee) throw new RangeError('the fee is too large')
  return fee
}

/** The part of an amount that is the fee, rounded up. */
export const feeWithin = (amountIn: bigint, fee: bigint): bigint => divUp(amountIn * fee, wad)

/** What comes on top of an amount for the fee, rounded up. */
export const feeOnTop = (amount: bigint, fee: bigint): bigint => divUp(amount * fee, wad - fee)
