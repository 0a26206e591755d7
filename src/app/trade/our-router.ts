import { fail } from '#domain/errors'
import type { Chain } from '#domain/ports'
import type { Address } from '#domain/units'
import { isCodeOf } from '#encoding/pinned'
import { routerOn } from '#encoding/router'

/**
 * Nothing is approved, permitted or sent to an address before it is known to be our router's on this network, and the
 * code there was compared. @throws `ROUTER_NOT_TRUSTED`.
 */
export async function requireOurRouter(chain: Chain, address: Address): Promise<void> {
  const router = routerOn(chain.network)
  if (address !== router.address)
    throw fail('ROUTER_NOT_TRUSTED', { address, reason: `on ${chain.network.name} ours is ${router.address}` })
  const code = await chain.code(address)
  if (isCodeOf(router, code)) return
  const reason = code === '0x' ? 'there is no code' : 'its code is not the code we pinned'
  throw fail('ROUTER_NOT_TRUSTED', { address, reason })
}
