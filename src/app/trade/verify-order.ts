/** What becomes of an order that a service has, by the user's own endpoints. The service's word is only where to look. */
import { isConnectionFailure } from '#app/trade/explain/connection-failure'
import { type FillHint, findConfirmedFill } from '#app/trade/find-confirmed-fill'
import { reorgBlocks } from '#app/trade/order-fill'
import { readOrderState } from '#app/trade/order-state'
import { findOtherUse } from '#app/trade/other-use'
import type { SignedOrder } from '#app/trade/signed-order'
import type { Chain } from '#domain/chain/port'
import type { Clock } from '#domain/clock'
import type { GaslessOutcome } from '#domain/trade/trader'
import type { Hex } from '#domain/units'

/**
 * Its nonce at the heads, and what it brought by the receipt of its own transaction. A nonce that is used may be free again
 * after a reorg, so only a fill that is deep enough, or without any fill a final block after the deadline, ends an order.
 * @throws `NETWORK_UNAVAILABLE`, `WRONG_CHAIN`, `TRANSACTION_DISPUTED`
 */
export async function verifyOrder(chain: Chain, order: SignedOrder, hint: FillHint): Promise<GaslessOutcome['seen']> {
  const { isUsed, isExpired, block } = await readOrderState(chain, order)
  const fill = isUsed ? await findConfirmedFill(chain, order, hint) : undefined
  if (typeof fill === 'object') {
    const isFinal = fill.depth >= chain.network.confirmations
    return { isFilled: true, canExecute: false, hash: fill.hash, received: fill.received, isFinal }
  }
  // A final block is no end of a fill that is to be deeper than final.
  const isOver = isExpired && fill !== 'young'
  const nothing = { canExecute: !isOver, received: undefined, isFinal: isOver }
  if (isUsed && isOver) {
    const usedBy = await findUseOfOther(chain, order, { first: hint.freeAt - reorgBlocks, last: block ?? 0 })
    if (usedBy !== undefined) return { ...nothing, isFilled: false, usedBy }
    // A cancellation that is not found and a fill that cannot be traced look the same: neither end is known.
    return { ...nothing, isFilled: undefined, hasUnknownUse: true }
  }
  return { ...nothing, isFilled: isUsed }
}

const findUseOfOther = (
  chain: Chain,
  order: SignedOrder,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<Hex | undefined> => {
  const mayBeOwn = ({ terms }: SignedOrder): boolean => terms === order.terms
  return findOtherUse(chain, order, { first: Math.max(0, first), last, mayBeOwn })
}

/**
 * As {@link verifyOrder}, asked again while its nonce is used in a block that is not deep enough, or endpoints contradict each
 * other about it, as they do while one of them is a block behind. Once it was seen, an outage does not end the wait.
 * @param until by `elapsed`
 */
export async function verifyUntilEnd(
  clock: Pick<Clock, 'elapsed' | 'sleep'>,
  until: number,
  verify: () => ReturnType<typeof verifyOrder>,
): ReturnType<typeof verifyOrder> {
  let seen = await verify()
  while (seen.isFilled !== false && seen.canExecute && clock.elapsed() < until) {
    await clock.sleep(pollMs)
    const before = seen
    seen = await verify().catch((error: unknown) => {
      if (!isConnectionFailure(error)) throw error
      return before
    })
  }
  return seen
}

const pollMs = 2_000
