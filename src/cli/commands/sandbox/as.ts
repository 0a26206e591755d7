import { plainText } from '#cli/parse/plain'
import { fail } from '#domain/errors'
import { playedBy, type RunningSandbox } from '#domain/sandbox'
import type { NetworkName } from '#domain/units'

/** Which of several sandboxes is meant. */
export const asOption = {
  as: { flag: '--as <network>', about: 'the one that plays this network', parse: plainText },
} as const

/** The network that a sandbox is to play, by its own name or by the sandbox's. @throws `NETWORK_NOT_VALID`, `NETWORK_NOT_SUPPORTED` */
export async function playedNetwork(name: string | undefined): Promise<NetworkName | undefined> {
  if (name === undefined) return undefined
  const { findNetwork } = await import('#networks/find')
  const listing = findNetwork(playedBy(name) ?? name)
  if (listing.entry === undefined) throw fail('NETWORK_NOT_SUPPORTED', { name: listing.name })
  return listing.name
}

/** `--as` for another command about the same sandbox; empty for the one that plays no network. */
export function asFlag({ network }: Pick<RunningSandbox, 'network'>): string {
  const played = playedBy(network)
  return played === undefined ? '' : ` --as ${played}`
}

export const sandboxView = ({ pid, url, network, chainId }: RunningSandbox) => ({ pid, url, network, chainId })
