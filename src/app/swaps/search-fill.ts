import { findOrderFill, isUsedAfter, type Order, type OrderFill } from '#app/trade/order-fill'
import { readOrderState } from '#app/trade/order-state'
import type { Chain, ChainTransaction, Receipt } from '#domain/chain/port'
import { evm, type Hex } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { getRouter } from '#encoding/contracts/router'
import { decodeCrossCall } from '#encoding/crossing/call'
import { permit2 } from '#encoding/crossing/digest'
import { decodeOrderCall } from '#encoding/order/call'

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
  const order =
    transaction.to === getRouter(chain.network).address ? decodeOrderCall(transaction.data)?.order : undefined
  if (order !== undefined) return searchOrderFill(chain, order, { hash, block })
  return transaction.to === getCrossing(chain.network).address ? readCrossOrder(chain, transaction, block) : 'none'
}

async function searchOrderFill(
  chain: Chain,
  order: Order,
  { hash, block }: { readonly hash: Hex; readonly block: number },
): Promise<FillSearch> {
  const first = Math.max(0, block - Math.ceil(searchedMs / chain.network.blockTimeMs))
  const fill = await findOrderFill(chain, order, { needed: block, first, own: new Set([hash]) })
  if (fill === 'expired') return 'none'
  if (fill !== 'cancelled') return fill
  // a nonce that was used before may be of a fill that was not looked for
  return first === 0 || (await isUsedAfter(chain, order, first - 1)) === false ? 'none' : 'undecided'
}

/** The transaction that used the nonce of a signed crossing is not searched. */
async function readCrossOrder(chain: Chain, { to, data }: ChainTransaction, block: number): Promise<FillSearch> {
  const call = decodeCrossCall(data)
  if (call === undefined || call.entry === 'cross' || to === undefined) return 'none'
  const { sender, nonce, deadline } = call.order
  const router = call.entry === 'crossPermit2' ? permit2 : to
  const terms = { router, sender: evm(sender), nonce: BigInt(nonce), deadline: Number(deadline) }
  const { isUsed, isExpired } = await readOrderState(chain, terms, block)
  if (isUsed !== false) return 'undecided'
  return isExpired ? 'none' : 'executable'
}
