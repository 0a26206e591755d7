import { findOrderFill, type OrderFill } from '#app/trade/order-fill'
import { isUsedAfter } from '#app/trade/order-state'
import { readSignedOrder, type SignedOrder } from '#app/trade/signed-order'
import type { Chain, Receipt } from '#domain/chain/port'
import type { Hex } from '#domain/units'

/** `none`: it is no order, or nobody executed it, and nobody can any more. Otherwise as of {@link findOrderFill}. */
type FillSearch = OrderFill | 'none' | 'executable' | 'undecided'

/** How long before a transaction that reverted another may have filled its order: when it was signed is not known. */
const searchedMs = 3_600_000

/**
 * The order of a reverted transaction may be filled by another's: before, which used its nonce, or until its deadline. Why
 * it reverted does not matter: signature, permit and route are the submitter's, not the order's.
 */
export async function searchFill(chain: Chain, hash: Hex, { block }: Pick<Receipt, 'block'>): Promise<FillSearch> {
  const { transaction } = (await chain.findTransaction(hash)) ?? {}
  if (transaction === undefined) return 'undecided'
  const order = readSignedOrder(chain.network, transaction.data)
  if (order === undefined || order.contract !== transaction.to) return 'none'
  return searchOrderFill(chain, order, { hash, block })
}

async function searchOrderFill(
  chain: Chain,
  order: SignedOrder,
  { hash, block }: { readonly hash: Hex; readonly block: number },
): Promise<FillSearch> {
  const first = Math.max(0, block - Math.ceil(searchedMs / chain.network.blockTimeMs))
  const fill = await findOrderFill(chain, order, { needed: block, first, own: new Set([hash]) })
  if (fill === 'expired') return 'none'
  if (fill !== 'cancelled') return fill
  // a nonce that was used before may be of a fill that was not looked for
  return first === 0 || (await isUsedAfter(chain, order, first - 1)) === false ? 'none' : 'undecided'
}
