import type { Pool } from '#domain/pools/protocol'
import type { Hop, Leg, Path, Route } from '#domain/quotes/route'

type Packed<T, Name> = Omit<T, 'pool'> & { readonly pool: Name }

/** A route that only names its pools: each occurs in a leg and in several hops, and they are most of its size. */
export type PackedRoute<Name> = Omit<Route, 'legs' | 'paths'> & {
  readonly legs: readonly Packed<Leg, Name>[]
  readonly paths: readonly (Omit<Path, 'hops'> & { readonly hops: readonly Packed<Hop, Name>[] })[]
}

/** @param nameOf a name by which exactly this pool is found again */
export function packRoute<Name>({ legs, paths, ...rest }: Route, nameOf: (pool: Pool) => Name): PackedRoute<Name> {
  const packed = <T extends { readonly pool: Pool }>(one: T): Packed<T, Name> => ({ ...one, pool: nameOf(one.pool) })
  return {
    ...rest,
    legs: legs.map(packed),
    paths: paths.map((path) => ({ ...path, hops: path.hops.map(packed) })),
  }
}

export function unpackRoute<Name>({ legs, paths, ...rest }: PackedRoute<Name>, poolOf: (name: Name) => Pool): Route {
  const unpacked = <T extends { readonly pool: Name }>(one: T) => ({ ...one, pool: poolOf(one.pool) })
  return {
    ...rest,
    legs: legs.map(unpacked),
    paths: paths.map((path) => ({ ...path, hops: path.hops.map(unpacked) })),
  }
}
