/** An accepted order can be filled by anyone who has its bytes. */
import { findOrderFill, type OrderFill, reorgBlocks } from '#app/trade/order-fill'
import { readSignedOrder } from '#app/trade/signed-order'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import type { Conclusion } from '#domain/journal/evidence'
import type { Relay } from '#domain/relay/relay'
import type { RelayContext } from './context.ts'
import { quotedBlock } from './quotes.ts'

/** `none`: by every endpoint nobody executed it, and nobody can any more. Otherwise as of {@link findOrderFill}. */
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
  { receipt, replacedBy }: Conclusion,
): Promise<OtherFillSearch> {
  const order = readSignedOrder(chain.network, relay.data)
  if (order === undefined) throw fail('INTERNAL', { reason: `the stored order ${relay.id} is none` })
  const first = (await quotedBlock(quotes, relay)) - reorgBlocks
  const own = new Set(relay.attempts.map(({ hash }) => hash))
  const needed = receipt?.block ?? replacedBy?.block ?? 0
  const found = await findOrderFill(chain, order, { needed, first, own })
  return found === 'expired' || found === 'cancelled' ? 'none' : found
}
