import type { Network } from '#domain/network'
import type { Move } from '#domain/pools/protocol'
import { hex } from '#domain/units'
import { adapterBuilds } from './adapters.gen.ts'
import { getPlace } from './deployers.ts'
import type { PinnedContract } from './pinned-contract.ts'

export type AdapterName = (typeof adapterBuilds)[number]['name']

export interface PinnedAdapter extends PinnedContract {
  readonly name: AdapterName
}

/** They store nothing and need no transient storage: one build for every chain, and one address for each deployer. */
export const getAdapters = (network: Pick<Network, 'deployer'>): readonly PinnedAdapter[] =>
  adapterBuilds.map((build) => ({
    name: build.name,
    address: getPlace(network, build),
    codeHash: hex(build.runtimeCodeHash),
  }))

/** Where the usual deployer puts them. */
export const adapters: readonly PinnedAdapter[] = getAdapters({})

/**
 * The legs on a network whose adapters are not where the usual deployer puts them, which is where families name them.
 * Others are returned as they are.
 */
export function placeAdapters<L extends { readonly move: Move }>(
  network: Pick<Network, 'deployer'>,
  legs: readonly L[],
): readonly L[] {
  if (network.deployer === undefined) return legs
  const own = getAdapters(network)
  const placeOf = new Map(adapters.map(({ address }, i) => [address, own[i]?.address ?? address]))
  return legs.map((leg) =>
    leg.move.move === 'adapter'
      ? { ...leg, move: { ...leg.move, pool: placeOf.get(leg.move.pool) ?? leg.move.pool } }
      : leg,
  )
}
