import type { TradeContext } from '#app/context'
import { dayStart } from '#app/policy/day-spends'
import type { Chain } from '#domain/chain/port'
import { type Address, noBytes } from '#domain/units'
import { isNonceAmong, readNonces } from '#encoding/order/nonces'

/** Blocks of so many seconds may be reorganized: an order is void this long after its deadline. */
const reorgSeconds = 900

/**
 * Takes an account's orders that have expired unexecuted out of what counts as spent: by every endpoint that answers,
 * the nonce is free in a block that is so much later than the deadline that no other block before it can execute them.
 * One that was cancelled counts for its day: it looks like one that was executed.
 */
export async function voidExpiredOrders(
  { journal, clock }: Pick<TradeContext, 'journal' | 'clock'>,
  chain: Chain,
  account: Address,
): Promise<void> {
  const orders = (await journal.listOrders(dayStart(clock.now()))).filter(
    ({ network, sender, deadline }) =>
      network === chain.network.name && sender === account && deadline + reorgSeconds < clock.now(),
  )
  if (orders.length === 0) return
  const words = orders.map(({ router, sender, nonce }) => readNonces(router, sender, nonce >> 8n))
  const views = await chain.allReadsWithBlock(words)
  for (const [i, { digest, nonce, deadline }] of orders.entries()) {
    const isFree = ({ block, answers }: (typeof views)[number]): boolean => {
      const answer = answers[i] ?? noBytes
      const used = answer === noBytes ? undefined : words[i]?.decode(answer)
      return used !== undefined && !isNonceAmong(used, nonce) && block.time > deadline + reorgSeconds
    }
    if (views.every(isFree)) await journal.voidOrder(digest)
  }
}
