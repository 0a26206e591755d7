import { plainText } from '#cli/parse/plain'
import type { RunningSandbox } from '#domain/sandbox'
import type { NetworkName } from '#domain/units'

/** Which of several sandboxes is meant. */
export const asOption = {
  as: { flag: '--as <network>', about: 'the one that stands in for this network', parse: plainText },
} as const

/** @throws `NETWORK_NOT_VALID` */
export async function standIn(name: string | undefined): Promise<NetworkName | undefined> {
  if (name === undefined) return undefined
  const { findNetwork } = await import('#networks/find')
  return findNetwork(name).name
}

export const sandboxView = ({ pid, url, network, chainId }: RunningSandbox) => ({ pid, url, network, chainId })
