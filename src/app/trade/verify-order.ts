/** What becomes of an order that a service has, by the user's own endpoints. The service's word is only where to look. */
import { type FillHint, findFinalFill } from '#app/trade/find-final-fill'
import { readOrderState } from '#app/trade/order-state'
import type { SignedOrder } from '#app/trade/signed-order'
import type { Chain } from '#domain/chain/port'
import type { Clock } from '#domain/clock'
import type { GaslessOutcome } from '#domain/trade/trader'

/**
 * Its nonce at the heads, and what it brought by the receipt of its own transaction. A nonce that is used in a block that
 * is not final may be free again tomorrow, so only a final fill or a final block after the deadline ends an order.
 * @throws `NETWORK_UNAVAILABLE`, `WRONG_CHAIN`, `TRANSACTION_DISPUTED`
 */
export async function verifyOrder(chain: Chain, order: SignedOrder, hint: FillHint): Promise<GaslessOutcome['seen']> {
  const { isUsed: isFilled, isExpired } = await readOrderState(chain, order)
  const fill = isFilled ? await findFinalFill(chain, order, hint) : undefined
  return { isFilled, canExecute: fill === undefined && !isExpired, received: fill?.received }
}

/** As {@link verifyOrder}, asked again while its nonce is used in a block that is not final. @param until by `elapsed` */
export async function verifyUntilFinal(
  clock: Pick<Clock, 'elapsed' | 'sleep'>,
  until: number,
  verify: () => ReturnType<typeof verifyOrder>,
): ReturnType<typeof verifyOrder> {
  let seen = await verify()
  while (seen.isFilled === true && seen.canExecute && clock.elapsed() < until) {
    await clock.sleep(pollMs)
    seen = await verify()
  }
  return seen
}

const pollMs = 2_000
