import { buildPermitRequest } from '#app/trade/allowance/permit'
import type { Chain } from '#domain/chain/port'
import type { OrderPermit } from '#domain/relay/order-terms'
import type { Token } from '#domain/token'
import { type Address, type Amount, noBytes, type Seconds } from '#domain/units'
import { daiPermitTypehash, readPermitTypehash } from '#encoding/tokens/token-permit'

interface OrderApproval {
  readonly token: Token
  readonly owner: Address
  readonly spender: Address
  readonly value: Amount
  readonly deadline: Seconds
}

/**
 * The signed approval that goes with an order, in the form that the token takes: of `value`, or of everything for a token
 * like DAI.
 * @throws `PERMIT_NOT_SUPPORTED` if the token has no permit, or states a domain that is not its own
 */
export async function findOrderPermit(
  chain: Pick<Chain, 'network' | 'read'>,
  approval: OrderApproval,
): Promise<OrderPermit> {
  const typehash = readPermitTypehash(approval.token.address)
  const [[answer = noBytes], request] = await Promise.all([chain.read([typehash]), buildPermitRequest(chain, approval)])
  if (answer !== daiPermitTypehash) return { kind: 'eip-2612', request }
  const { domain, owner: holder, spender, nonce, deadline: expiry } = request
  return { kind: 'dai', request: { domain, holder, spender, nonce, expiry } }
}
