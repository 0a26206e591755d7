import type { Account } from '#domain/accounts'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import { isSandbox, playedBy } from '#domain/sandbox'

/**
 * Keeps signatures on the chain they are meant for. A sandbox that plays a network has that network's chain id and
 * contracts, so what a user's own key signs there would hold on the real chain too: there only development accounts
 * sign. Elsewhere than in a sandbox they never do. So an account signs for a chain id either as a sandbox or for real,
 * and nonces and locks, which go by chain id and account, cannot mix.
 * @throws `ACCOUNT_NOT_FOR_SANDBOX`, `ACCOUNT_ONLY_FOR_SANDBOX`
 */
export function checkAccountKind({ name: account, kind }: Account, { name: network }: Network): void {
  const played = playedBy(network)
  if (played !== undefined && kind !== 'development')
    throw fail('ACCOUNT_NOT_FOR_SANDBOX', { account, network, played })
  if (!isSandbox(network) && kind === 'development') throw fail('ACCOUNT_ONLY_FOR_SANDBOX', { account, network })
}
