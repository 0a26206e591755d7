import { findRouterState, routerFailure } from '#app/deployed-contracts'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { RouterOwner } from '#domain/trade/dialogue'
import { type Address, noBytes } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { getRouter } from '#encoding/contracts/router'

/**
 * Checks that an address is our router's on this network and has the pinned code by every endpoint that answers;
 * required before anything is approved, permitted or sent to it.
 * @throws `ROUTER_NOT_TRUSTED`, `ROUTER_NOT_DEPLOYED`.
 */
export async function requireOurRouter(chain: Chain, address: Address): Promise<void> {
  const router = getRouter(chain.network)
  if (address !== router.address)
    throw fail('ROUTER_NOT_TRUSTED', { address, reason: `on ${chain.network.name} ours is ${router.address}` })
  const found = await findRouterState(chain)
  if (found === 'deployed') return
  if (found !== 'foreign') throw routerFailure(chain.network, found)
  throw fail('ROUTER_NOT_TRUSTED', { address, reason: 'its code is not the code we pinned' })
}

/** The owner of an address that {@link requireRouter} accepted: ours, or one the user trusts by name. */
export const getRouterOwner = (network: Network, address: Address): RouterOwner =>
  isOurSpender(network, address) ? 'ours' : 'trusted'

/** Whether an address is that of our router or of our crossing contract. */
export const isOurSpender = (network: Network, address: Address): boolean =>
  address === getRouter(network).address || address === getCrossing(network).address

/**
 * Checks that an address is our router's, or one the user trusts by name instead. The latter gets only exact approvals,
 * and its payload is simulated.
 * @throws `ROUTER_NOT_TRUSTED`, `ROUTER_NOT_DEPLOYED`.
 */
export async function requireRouter(
  chain: Chain,
  address: Address,
  trusted: Address | undefined,
): Promise<RouterOwner> {
  if (trusted === undefined || trusted !== address || address === getRouter(chain.network).address) {
    await requireOurRouter(chain, address)
    return 'ours'
  }
  const codes = (await chain.allCodes([address])).flat()
  if (codes.includes(noBytes)) throw fail('ROUTER_NOT_TRUSTED', { address, reason: 'there is no code' })
  return 'trusted'
}

export const exactApprovalFailure = () =>
  fail('USAGE', {
    reason: 'A router that is not ours is approved exactly what is sold.',
    fix: 'repeat with --approve exact',
  })
