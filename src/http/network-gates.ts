import type { Clock } from '#domain/ports'
import type { NetworkName } from '#domain/units'
import { createGate, type Gate, type GateLimits } from './gate.ts'
import type { Figures } from './metrics.ts'

/** A gate for each network that is served, so that requests for one never wait for those of another. */
export interface NetworkGates {
  /** @param network `undefined`, or one that is not served: what asks no chain of a served network */
  of(network: NetworkName | undefined): Gate
  /** By network, for `/metrics`. */
  figures(read: (gate: Gate) => number): Figures
}

export function createNetworkGates(
  context: { readonly clock: Pick<Clock, 'elapsed'> },
  networks: readonly NetworkName[],
  limits: GateLimits,
): NetworkGates {
  const gates = new Map(networks.map((name) => [name, createGate(context, limits)]))
  const others = createGate(context, limits)
  return {
    of: (network) => (network === undefined ? undefined : gates.get(network)) ?? others,
    figures: (read) => [
      ...[...gates].map(([name, gate]) => [`network="${name}"`, read(gate)] as const),
      ['network=""', read(others)] as const,
    ],
  }
}
