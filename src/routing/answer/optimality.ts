import type { MinInput, Optimality } from '#domain/quotes/route'
import { type Amount, amount } from '#domain/units'

/** Part of a subtracted cost by which floats may have overstated it. */
const roundingMargin = 1e-12
const billion = 1_000_000_000n

interface CertifiedBound {
  /** Any float; net of the gas of legs. */
  readonly upperBound: number
  readonly boundBy: string
}

/**
 * Converts a bound to integers and subtracts the gas that every route pays, which the search and its bounds do not
 * count.
 * @param everyRoute cost of the gas outside the legs, 0 or more, in smallest units of the output token
 * @returns rounded up; below 0 if that gas costs more than the output; `undefined` if the bound is not finite
 */
export function toIntegerBound(certificate: CertifiedBound | undefined, everyRoute: number): bigint | undefined {
  if (certificate === undefined) return undefined
  const [bound, gas] = [Math.ceil(certificate.upperBound), Math.floor(everyRoute * (1 - roundingMargin))]
  return Number.isFinite(bound) && Number.isFinite(gas) ? BigInt(bound) - BigInt(gas) : undefined
}

/**
 * The optimality of a route relative to a certificate.
 * @param everyRoute as {@link toIntegerBound}
 * @param worth the route's value of the bounded quantity; may be negative
 * @returns `undefined` as {@link computeOptimality}
 */
export function toOptimality(
  certificate: CertifiedBound | undefined,
  everyRoute: number,
  worth: bigint,
): Optimality | undefined {
  const upperBound = toIntegerBound(certificate, everyRoute)
  if (certificate === undefined || upperBound === undefined) return undefined
  return computeOptimality({ upperBound, boundBy: certificate.boundBy }, worth)
}

/**
 * The optimality of a route relative to a bound.
 * @returns `undefined` if the route gives nothing net of gas, or gives more than the bound, which then proves nothing
 */
export function computeOptimality(
  { upperBound, boundBy }: { readonly upperBound: bigint; readonly boundBy: string },
  worth: bigint,
): Optimality | undefined {
  if (worth <= 0n || worth > upperBound || upperBound >> 256n > 0n) return undefined
  return { upperBound: amount(upperBound), gapPpm: toPpm(upperBound - worth, upperBound), boundBy }
}

/** The gap of an input to its proven minimum. @param lowerBound 1 … `sold` */
export const toMinInput = (lowerBound: bigint, sold: Amount): MinInput => ({
  lowerBound: amount(lowerBound),
  gapPpm: toPpm(sold - lowerBound, lowerBound),
})

/** Millionths of a whole, rounded up to three decimals. */
const toPpm = (part: bigint, whole: bigint): number => Number((part * billion + whole - 1n) / whole) / 1_000
