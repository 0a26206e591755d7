import type { LeastInput, Optimality } from '#domain/route'
import { type Amount, amount } from '#domain/units'

/** Of a cost that is taken off a bound: what floats may have made of it too much. */
const outward = 1e-12
const billion = 1_000_000_000n

interface Certified {
  /** Any float; net of the gas of legs. */
  readonly upperBound: number
  readonly boundBy: string
}

/**
 * A bound as an answer states it: in integers, and net of the gas that every route pays, which the search and its bounds
 * do not count.
 * @param everyRoute what the gas beside the legs costs, 0 or more, in smallest units of the bought token
 * @returns rounded up; below 0 where that gas is more than is bought; `undefined` without a number to state
 */
export function boundOf(certificate: Certified | undefined, everyRoute: number): bigint | undefined {
  if (certificate === undefined) return undefined
  const [bound, gas] = [Math.ceil(certificate.upperBound), Math.floor(everyRoute * (1 - outward))]
  return Number.isFinite(bound) && Number.isFinite(gas) ? BigInt(bound) - BigInt(gas) : undefined
}

/**
 * How near a route comes to what a certificate proves.
 * @param everyRoute as {@link boundOf}
 * @param worth what the route gives of what the bound bounds; may be negative
 * @returns `undefined` as {@link optimalityOf}
 */
export function provenBy(
  certificate: Certified | undefined,
  everyRoute: number,
  worth: bigint,
): Optimality | undefined {
  const upperBound = boundOf(certificate, everyRoute)
  if (certificate === undefined || upperBound === undefined) return undefined
  return optimalityOf({ upperBound, boundBy: certificate.boundBy }, worth)
}

/**
 * How near a route comes to a bound.
 * @returns `undefined` where there is nothing to be near to: the bound or the route gives nothing net of gas; and where
 *   the route gives more than the bound, which then proves nothing
 */
export function optimalityOf(
  { upperBound, boundBy }: { readonly upperBound: bigint; readonly boundBy: string },
  worth: bigint,
): Optimality | undefined {
  if (worth <= 0n || worth > upperBound || upperBound >> 256n > 0n) return undefined
  return { upperBound: amount(upperBound), gapPpm: partPpm(upperBound - worth, upperBound), boundBy }
}

/** How near an input comes to the least. @param lowerBound 1 … `sold` */
export const leastInputOf = (lowerBound: bigint, sold: Amount): LeastInput => ({
  lowerBound: amount(lowerBound),
  gapPpm: partPpm(sold - lowerBound, lowerBound),
})

/** Millionths of a whole, rounded up to three decimals. */
const partPpm = (part: bigint, whole: bigint): number => Number((part * billion + whole - 1n) / whole) / 1_000
