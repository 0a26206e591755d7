/**
 * How much may be withdrawn from the layer and owed to it. Source: LiquidityCalcs, calc…LimitBeforeOperate and
 * …AfterOperate.
 */
import type { FluidPosition } from './state.ts'

const whole = 10_000n

const maxBigint = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const minBigint = (a: bigint, b: bigint): bigint => (a < b ? a : b)

const computeExpansion = (amount: bigint, { expandPercent }: FluidPosition): bigint => (amount * expandPercent) / whole

/** What must stay supplied now. @throws RangeError if the layer divides by a duration of 0 */
export function computeMinSupply(position: FluidPosition): bigint {
  const { amount, limit, elapsed, expandDuration } = position
  if (limit === 0n) return 0n
  const expansion = computeExpansion(amount, position)
  const fallen = (expansion * elapsed) / expandDuration
  return maxBigint(amount - expansion, maxBigint(limit - fallen, 0n))
}

/** What must stay supplied from then on, as it is stored. @param amount supplied after the trade */
export function computeNextMinSupply(position: FluidPosition, amount: bigint, before: bigint): bigint {
  if (amount < position.base) return 0n
  return maxBigint(amount - computeExpansion(amount, position), before)
}

/** What can be owed now. @throws RangeError as {@link computeMinSupply} */
export function computeMaxDebt(position: FluidPosition): bigint {
  const { amount, limit, elapsed, expandDuration, base, most: max } = position
  const expansion = computeExpansion(amount, position)
  const reached = minBigint((expansion * elapsed) / expandDuration + limit, amount + expansion)
  return reached < base ? base : minBigint(reached, max)
}

/** What can be owed from then on, as it is stored. @param amount owed after the trade */
export function computeNextMaxDebt(position: FluidPosition, amount: bigint, before: bigint): bigint {
  const expanded = amount + computeExpansion(amount, position)
  if (expanded < position.base) return position.base
  return minBigint(before, minBigint(expanded, position.most))
}
