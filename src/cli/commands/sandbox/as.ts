import { parseText } from '#cli/parse/plain'
import { requireEntry } from '#domain/require-entry'
import {
  type PairRelay,
  playedNetworkOf,
  type RunningPairRelay,
  type RunningSandbox,
  type SandboxControl,
} from '#domain/sandbox'
import type { NetworkName } from '#domain/units'

/** Selects one of several sandboxes. */
export const asOption = {
  as: { flag: '--as <network>', about: 'the sandbox of this network', parse: parseText },
} as const

/**
 * The network that a sandbox plays, given by its own name or by the sandbox's.
 * @throws `NETWORK_NOT_VALID`, `NETWORK_NOT_SUPPORTED`
 */
export async function resolvePlayedNetwork(name: string | undefined): Promise<NetworkName | undefined> {
  if (name === undefined) return undefined
  const { findNetwork } = await import('#networks/find')
  const listing = findNetwork(playedNetworkOf(name) ?? name)
  return requireEntry(listing).name
}

/** `--as` for another command about the same sandbox; empty for the plain sandbox. */
export function asFlag({ network }: Pick<RunningSandbox, 'network'>): string {
  const played = playedNetworkOf(network)
  return played === undefined ? '' : ` --as ${played}`
}

/** A first quote there. */
export async function quoteLine(control: SandboxControl, running: RunningSandbox): Promise<string> {
  const { sell, buy, isListed } = await control.suggestPair(running)
  return `swapline quote 10 ${sell} ${buy}${isListed ? '' : ' --allow-unlisted'} -n ${running.network}`
}

/** What the relay of a pair does, and where it signs. */
export const relayLine = ({ relay, url }: RunningPairRelay): string =>
  `CCTP's double between them signs at ${url} and completes ${relayWords[relay]} (--relay ${relay})`

const relayWords: Readonly<Record<PairRelay, string>> = {
  auto: 'at once',
  slow: 'after a minute',
  off: 'nothing: swapline status <id> --complete',
}

export const sandboxView = ({ pid, url, network, chainId }: RunningSandbox) => ({ pid, url, network, chainId })

export const relayView = (running: RunningPairRelay | undefined) =>
  running === undefined ? null : { relay: running.relay, url: running.url }
