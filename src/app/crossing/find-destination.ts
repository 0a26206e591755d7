import type { Network } from '#domain/network'
import { isSandbox } from '#domain/sandbox'
import { allNetworks, listPlayedNetworks } from '#networks/find'

/**
 * The network that a deposit is for: a sandbox pays on a sandbox, a real network on a real one.
 * @returns `undefined` for a chain that no entry has
 */
export function findDestination({ name }: Pick<Network, 'name'>, chainId: number): Network | undefined {
  const listed = isSandbox(name) ? listPlayedNetworks() : allNetworks()
  return listed.find((one) => one.chainId === chainId && one.readable !== undefined)?.readable
}
