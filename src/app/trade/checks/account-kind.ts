import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import { isSandbox, playedNetworkOf } from '#domain/sandbox'
import type { Account } from '#domain/trade/accounts'

/**
 * Keeps signatures on the chain they are meant for. A sandbox of a network has that network's chain id and contracts,
 * so a signature by the user's key would also be valid on the real chain: only development accounts sign there, and
 * only there. An account thus signs for a chain id either in a sandbox or for real, so nonces and locks, which are
 * keyed by chain id and account, cannot mix.
 * @param signs false for a dry run, for which an address without a key suffices
 * @throws `ACCOUNT_NOT_FOR_SANDBOX`, `ACCOUNT_ONLY_FOR_SANDBOX`, `ACCOUNT_WATCH_ONLY`
 */
export function checkAccountKind({ name: account, kind }: Account, { name: network }: Network, signs = true): void {
  if (kind === 'watch' && signs) throw fail('ACCOUNT_WATCH_ONLY', { account })
  if (kind === 'watch') return
  const played = playedNetworkOf(network)
  if (played !== undefined && kind !== 'development')
    throw fail('ACCOUNT_NOT_FOR_SANDBOX', { account, network, played })
  if (!isSandbox(network) && kind === 'development') throw fail('ACCOUNT_ONLY_FOR_SANDBOX', { account, network })
}
