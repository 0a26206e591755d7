/** The range around a centre price. Source: CoreHelpers._getPricesAndExchangePrices. */
import { squareRoot } from '#math/integers/square-root'
import type { FluidRange } from './state.ts'

const million = 1_000_000n
/** Above this the product of two prices overflows. */
const large = 10n ** 38n
const step = 10n ** 18n

/** How far the range extends above the centre and below it, in millionths. */
export interface FluidRangeWidth {
  readonly above: bigint
  readonly below: bigint
}

/** @throws RangeError if its upper end is infinite */
export function computeRangeAround(centre: bigint, { above, below }: FluidRangeWidth): FluidRange {
  const upper = (centre * million) / (million - above)
  const lower = (centre * (million - below)) / million
  const mean = upper < large ? squareRoot(upper * lower) : squareRoot((upper / step) * (lower / step)) * step
  return { centre, upper, lower, mean }
}
