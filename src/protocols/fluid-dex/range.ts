/** The range around a centre price. Source: CoreHelpers._getPricesAndExchangePrices. */
import { squareRoot } from '#math/square-root'
import type { Range } from './state.ts'

const million = 1_000_000n
/** Above this the product of two prices has no room. */
const large = 10n ** 38n
const step = 10n ** 18n

/** How far the range reaches above the centre and below it, in millionths. */
export interface Width {
  readonly above: bigint
  readonly below: bigint
}

/** @throws RangeError where it reaches up without end */
export function rangeAround(centre: bigint, { above, below }: Width): Range {
  const upper = (centre * million) / (million - above)
  const lower = (centre * (million - below)) / million
  const mean = upper < large ? squareRoot(upper * lower) : squareRoot((upper / step) * (lower / step)) * step
  return { centre, upper, lower, mean }
}
