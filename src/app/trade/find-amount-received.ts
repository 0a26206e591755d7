import { readAmountReceived } from '#app/trade/explain/router-swap'
import { findOrderFill, reorgBlocks } from '#app/trade/order-fill'
import { readSignedOrder, type SignedOrder } from '#app/trade/signed-order'
import type { Chain } from '#domain/chain/port'
import type { Amount, Hex } from '#domain/units'

interface FillHint {
  /** A service's word: any transaction that paid the recipient would show an amount. */
  readonly named: Hex | undefined
  /** A block in which the order's nonce was free. */
  readonly freeAt: number
}

/**
 * What an order brought its recipient, by the receipt of a transaction whose bytes submit this very order: the one that is
 * named, or else the one that the sender's transfers lead to.
 * @returns `undefined` if neither is found, or not deep enough to be final
 * @throws `NETWORK_UNAVAILABLE`, `TRANSACTION_DISPUTED`
 */
export async function findAmountReceived(
  chain: Chain,
  order: SignedOrder,
  { named, freeAt }: FillHint,
): Promise<Amount | undefined> {
  const { transaction, receipt } = (named && (await chain.findTransaction(named))) ?? {}
  const isFill =
    transaction?.to === order.contract && readSignedOrder(chain.network, transaction.data)?.terms === order.terms
  if (isFill && receipt?.status === 'success' && order.output !== undefined)
    return readAmountReceived(chain.network, receipt, order.output)
  const found = await findOrderFill(chain, order, { needed: freeAt, first: freeAt - reorgBlocks, own: new Set() })
  return typeof found === 'string' ? undefined : found.received
}
