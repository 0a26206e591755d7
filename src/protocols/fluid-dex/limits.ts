/** How much may be taken out of the layer and owed to it. Source: LiquidityCalcs, calc…LimitBeforeOperate and …AfterOperate. */
import type { Position } from './state.ts'

const whole = 10_000n

const later = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const earlier = (a: bigint, b: bigint): bigint => (a < b ? a : b)

const expansionOf = (amount: bigint, { expandPercent }: Position): bigint => (amount * expandPercent) / whole

/** What has to stay supplied now. @throws RangeError where the layer divides by a duration of 0 */
export function mustStay(position: Position): bigint {
  const { amount, limit, elapsed, expandDuration } = position
  if (limit === 0n) return 0n
  const expansion = expansionOf(amount, position)
  const fallen = (expansion * elapsed) / expandDuration
  return later(amount - expansion, later(limit - fallen, 0n))
}

/** What has to stay from then on, as it is written down. @param amount supplied after the trade */
export function staysAfter(position: Position, amount: bigint, before: bigint): bigint {
  if (amount < position.base) return 0n
  return later(amount - expansionOf(amount, position), before)
}

/** What can be owed now. @throws RangeError as {@link mustStay} */
export function mayOwe(position: Position): bigint {
  const { amount, limit, elapsed, expandDuration, base, most } = position
  const expansion = expansionOf(amount, position)
  const reached = earlier((expansion * elapsed) / expandDuration + limit, amount + expansion)
  return reached < base ? base : earlier(reached, most)
}

/** What can be owed from then on, as it is written down. @param amount owed after the trade */
export function owesAfter(position: Position, amount: bigint, before: bigint): bigint {
  const expanded = amount + expansionOf(amount, position)
  if (expanded < position.base) return position.base
  return earlier(before, earlier(expanded, position.most))
}
