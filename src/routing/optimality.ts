import type { Optimality } from '#domain/route'
import { amount } from '#domain/units'

/** Of a cost that is taken off a bound: what floats may have made of it too much. */
const outward = 1e-12
const billion = 1_000_000_000n

/**
 * A bound as an answer states it: in integers, and net of the gas that every route pays, which the search and its bounds
 * do not count.
 * @param certificate its bound may be any float; net of the gas of legs
 * @param everyRoute what the gas beside the legs costs, 0 or more, in smallest units of the bought token
 * @param worth what the route gives of what the bound bounds; may be negative
 * @returns `undefined` as {@link optimalityOf}
 */
export function provenBy(
  certificate: { readonly upperBound: number; readonly boundBy: string } | undefined,
  everyRoute: number,
  worth: bigint,
): Optimality | undefined {
  if (certificate === undefined) return undefined
  const [bound, gas] = [Math.ceil(certificate.upperBound), Math.floor(everyRoute * (1 - outward))]
  if (!Number.isFinite(bound) || !Number.isFinite(gas)) return undefined
  return optimalityOf({ ...certificate, upperBound: BigInt(bound) - BigInt(gas) }, worth)
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
  const gap = ((upperBound - worth) * billion + upperBound - 1n) / upperBound
  return { upperBound: amount(upperBound), gapPpm: Number(gap) / 1_000, boundBy }
}
