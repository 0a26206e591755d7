import { fail } from '#domain/errors'
import type { Chain } from '#domain/ports'
import type { Address } from '#domain/units'
import { isOurRouter } from '#encoding/router'

/** Nothing is approved, permitted or sent to an address before its code was compared. @throws `ROUTER_NOT_TRUSTED`. */
export async function requireOurRouter(chain: Chain, address: Address): Promise<void> {
  const code = await chain.code(address)
  if (isOurRouter(code)) return
  const reason = code === '0x' ? 'there is no code' : 'its code is not the code we pinned'
  throw fail('ROUTER_NOT_TRUSTED', { address, reason })
}
