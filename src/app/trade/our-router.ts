import { routerNotDeployed } from '#app/deployed-contracts'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Chain } from '#domain/ports'
import type { RouterOwner } from '#domain/trader'
import type { Address } from '#domain/units'
import { isCodeOf } from '#encoding/pinned'
import { routerOn } from '#encoding/router'

/**
 * Nothing is approved, permitted or sent to an address before it is known to be our router's on this network, and the
 * code there was compared. @throws `ROUTER_NOT_TRUSTED`, `ROUTER_NOT_DEPLOYED`.
 */
export async function requireOurRouter(chain: Chain, address: Address): Promise<void> {
  const router = routerOn(chain.network)
  if (address !== router.address)
    throw fail('ROUTER_NOT_TRUSTED', { address, reason: `on ${chain.network.name} ours is ${router.address}` })
  const code = await chain.code(address)
  if (isCodeOf(router, code)) return
  if (code === '0x') throw routerNotDeployed(chain.network, 'missing')
  throw fail('ROUTER_NOT_TRUSTED', { address, reason: 'its code is not the code we pinned' })
}

/** An address that {@link requireRouter} lets pass is ours, or one the user trusts by name. */
export const routerOwner = (network: Network, address: Address): RouterOwner =>
  address === routerOn(network).address ? 'ours' : 'trusted'

/**
 * Whether an address is our router's, or one the user trusts by name in its place. Of that one only an exact approval
 * is given, and its payload is watched while it is tried. @throws `ROUTER_NOT_TRUSTED`, `ROUTER_NOT_DEPLOYED`.
 */
export async function requireRouter(
  chain: Chain,
  address: Address,
  trusted: Address | undefined,
): Promise<RouterOwner> {
  if (trusted === undefined || trusted !== address || address === routerOn(chain.network).address) {
    await requireOurRouter(chain, address)
    return 'ours'
  }
  if ((await chain.code(address)) === '0x') throw fail('ROUTER_NOT_TRUSTED', { address, reason: 'there is no code' })
  return 'trusted'
}

export const exactOnly = () =>
  fail('USAGE', {
    reason: 'A router that is not ours is approved exactly what is sold.',
    fix: 'repeat with --approve exact',
  })
