import type { Pool } from '#domain/protocol'
import type { Hop, Leg, Path, Route } from '#domain/route'
import type { Address } from '#domain/units'

type Packed<T> = Omit<T, 'pool'> & { readonly pool: Address }

/** A route that says its pools by address: each stands in a leg and in several hops, and they are most of its size. */
export type PackedRoute = Omit<Route, 'legs' | 'paths'> & {
  readonly legs: readonly Packed<Leg>[]
  readonly paths: readonly (Omit<Path, 'hops'> & { readonly hops: readonly Packed<Hop>[] })[]
}

const packed = <T extends { readonly pool: Pool }>(one: T): Packed<T> => ({ ...one, pool: one.pool.address })

export const packedRoute = ({ legs, paths, ...rest }: Route): PackedRoute => ({
  ...rest,
  legs: legs.map(packed),
  paths: paths.map((path) => ({ ...path, hops: path.hops.map(packed) })),
})

/** @throws RangeError where a pool of the route is not among `pools` */
export function unpackedRoute({ legs, paths, ...rest }: PackedRoute, pools: ReadonlyMap<Address, Pool>): Route {
  const unpacked = <T extends { readonly pool: Address }>(one: T) => ({ ...one, pool: poolAt(pools, one.pool) })
  return {
    ...rest,
    legs: legs.map(unpacked),
    paths: paths.map((path) => ({ ...path, hops: path.hops.map(unpacked) })),
  }
}

/** @throws RangeError */
export function poolAt(pools: ReadonlyMap<Address, Pool>, address: Address): Pool {
  const pool = pools.get(address)
  if (pool === undefined) throw new RangeError(`no pool ${address} is known`)
  return pool
}
