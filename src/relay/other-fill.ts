/** An accepted order can be filled by anyone who has its bytes. */
import { findOrderFill, type OrderFill, reorgBlocks } from '#app/trade/order-fill'
import { readSignedOrder } from '#app/trade/signed-order'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import type { Conclusion } from '#domain/journal/evidence'
import type { Relay } from '#domain/relay/relay'
import type { Seconds } from '#domain/units'
import type { RelayContext } from './context.ts'
import { quotedBlock } from './quotes.ts'

/**
 * `none`: by every endpoint nobody executed it, and nobody can any more. Otherwise as of {@link findOrderFill}: an execution that
 * was not found is no proof that there is none.
 */
export type OtherFillSearch = OrderFill | 'none' | 'executable' | 'undecided'

/**
 * Searches the transaction of another by which an order was executed.
 * @param conclusion final, of our own transaction, and no success
 * @throws `NETWORK_UNAVAILABLE`
 */
export async function findOtherFill(
  quotes: Pick<RelayContext, 'quotes' | 'crossQuotes'>,
  chain: Chain,
  relay: Relay,
  { receipt, replacedBy }: Pick<Conclusion, 'receipt' | 'replacedBy'>,
): Promise<OtherFillSearch> {
  const order = readSignedOrder(chain.network, relay.data)
  if (order === undefined) throw fail('INTERNAL', { reason: `the stored order ${relay.id} is none` })
  const own = new Set(relay.attempts.map(({ hash }) => hash))
  const needed = receipt?.block ?? replacedBy?.block ?? 0
  // one endpoint named the quote's block: it may be too high
  const quoted = Math.min(await quotedBlock(quotes, relay), needed === 0 ? Number.POSITIVE_INFINITY : needed)
  const first = Math.max(0, quoted - reorgBlocks)
  const found = await findOrderFill(chain, order, { needed, first, own })
  if (found === 'expired') return 'none'
  if (found !== 'cancelled') return found
  return (await isBefore(chain, first, relay.createdAt)) ? 'none' : 'undecided'
}

/**
 * Whether a block is older than the acceptance of an order, whose nonce was free then, by every endpoint: so nothing has filled
 * the order before that block.
 */
async function isBefore(chain: Chain, block: number, acceptedAt: Seconds): Promise<boolean> {
  const views = await chain.allReadsWithBlock([], block)
  return views.every(({ ancestor }) => ancestor !== undefined && ancestor.time < acceptedAt)
}
