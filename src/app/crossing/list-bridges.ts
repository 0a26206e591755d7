import { type CrossingContext, toBridgeNetwork } from '#app/crossing/context'
import { isSandbox } from '#domain/sandbox'
import type { NetworkName } from '#domain/units'
import { allNetworks, findNetwork, listPlayedNetworks } from '#networks/find'

/** As `CrossingService.listBridges`: a sandbox leads to sandboxes, a real network to real ones. */
export function listBridges(
  { bridges }: Pick<CrossingContext, 'bridges'>,
  network: NetworkName,
  to?: readonly NetworkName[],
): readonly string[] {
  const { readable: from } = findNetwork(network)
  if (from === undefined) return []
  const known = isSandbox(network) ? listPlayedNetworks() : allNetworks()
  const others = known.flatMap(({ readable }) =>
    readable === undefined || (to !== undefined && !to.includes(readable.name)) ? [] : [readable],
  )
  const leads = ({ listRoutes }: CrossingContext['bridges'][number]) =>
    others.some((other) => listRoutes(toBridgeNetwork(from), toBridgeNetwork(other)).length > 0)
  return bridges.filter(leads).map(({ name }) => name)
}
