import { findFillOfAnyDepth, type OrderFillSearch, reorgBlocks, verifyFill } from '#app/trade/order-fill'
import { readSignedOrder, type SignedOrder } from '#app/trade/signed-order'
import type { Chain } from '#domain/chain/port'
import type { Hex } from '#domain/units'

export interface FillHint {
  /** A service's word: any transaction that paid the recipient would show an amount. */
  readonly named: Hex | undefined
  /** A block in which the order's nonce was free. */
  readonly freeAt: number
  /** The depth that counts, its own block included. */
  readonly confirmations: number
}

/**
 * The transaction that executed an order, once every endpoint shows it deep enough: the one that is named, if its bytes submit
 * this very order, or else the one that the sender's transfers lead to.
 * @returns `young` if all endpoints show it, but not that deep; otherwise as the search, which is for a nonce that is used
 * @throws `NETWORK_UNAVAILABLE`, `TRANSACTION_DISPUTED`
 */
export async function findConfirmedFill(
  chain: Chain,
  order: SignedOrder,
  { named, freeAt, confirmations }: FillHint,
): Promise<OrderFillSearch | 'young'> {
  const { transaction } = (named && (await chain.findTransaction(named))) ?? {}
  const isOwn =
    transaction?.to === order.contract && readSignedOrder(chain.network, transaction.data)?.terms === order.terms
  const ofNamed = isOwn ? await verifyFill(chain, order, transaction, confirmations) : 'undecided'
  if (ofNamed !== 'undecided') return ofNamed
  const query = { needed: freeAt, first: freeAt - reorgBlocks, own: new Set<Hex>(), confirmations }
  return findFillOfAnyDepth(chain, order, query)
}
