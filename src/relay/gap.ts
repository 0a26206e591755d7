/**
 * Nonces that no transaction uses: an endpoint once named too high a one, or a chain forgot a block that was final. Nothing
 * behind them is ever mined, so they are used by transfers of nothing, stored and followed as orders are.
 */

import { readAgreedNonces } from '#app/account-nonces'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { concludeRelay, isGapFiller, type Relay, type RelayAttempt, type RelayDraft } from '#domain/relay/relay'
import { amount, gas, hex, quoteId, type Seconds, seconds, wei } from '#domain/units'
import { send } from './attempt.ts'
import { laneOf, type RelayContext } from './context.ts'
import { minCancelGas } from './price.ts'

export interface NonceGap {
  readonly first: number
  /** The first nonce that is not missing. */
  readonly end: number
}

/** Nonces that are filled at once. */
const maxAtOnce = 8

/** Looks for a gap before the oldest open order once that has waited for a while. */
export async function healLane(
  context: RelayContext,
  chain: Chain,
  { oldest, now }: { readonly oldest: Relay; readonly now: Seconds },
): Promise<void> {
  if (isGapFiller(oldest) || now < oldest.createdAt + context.limits.replaceAfterSeconds) return
  const { latest } = await chain.nonces(oldest.relayer)
  if (latest >= oldest.nonce) return
  const first = (await readAgreedNonces(chain, oldest.relayer)).latest
  if (first < oldest.nonce) await fillGap(context, chain, { first, end: oldest.nonce })
}

/**
 * Fills the lowest nonces of a gap: by the bytes of an order that was taken to have ended with it, else by a transfer of
 * nothing, whose most is reserved like that of an order. What the account signed for itself has its nonce already.
 * @throws `GASLESS_NOT_AVAILABLE` by the lane's cap or balance
 */
export async function fillGap(context: RelayContext, chain: Chain, { first, end }: NonceGap): Promise<void> {
  const { relays } = context
  const lane = laneOf(context, chain.network)
  const perDay = context.caps.get(lane.network)
  if (perDay === undefined) throw fail('GASLESS_NOT_AVAILABLE', {})
  const [balance, status] = await Promise.all([chain.balance(lane.relayer), relays.laneStatus(lane)])
  const ownEnd = status?.ownEnd ?? 0
  for (let nonce = first; nonce < Math.min(end, first + maxAtOnce); nonce++) {
    const ended = await relays.findByNonce(lane, nonce)
    const bytes = ended && endedBy(ended, chain)
    if (ended !== undefined && bytes !== undefined) await send(context, chain, ended, bytes)
    if (ended === undefined && nonce >= ownEnd)
      await relays.fillGap(toFiller(context, chain), nonce, { perDay, balance })
  }
}

/** The version that an order has ended with: another one would make its record untrue. Without one, the newest. */
function endedBy(ended: Relay, { network }: Chain): RelayAttempt | undefined {
  const hash = concludeRelay(ended, Math.max(1, network.confirmations))?.hash
  return ended.attempts.find((one) => one.hash === hash) ?? ended.attempts.at(-1)
}

/** Past its deadline from the start: all that is ever signed for it is a cancellation. */
function toFiller(context: RelayContext, { network }: Chain): RelayDraft {
  const lane = laneOf(context, network)
  const id = context.uuid()
  return {
    ...{ ...lane, id, quoteId: quoteId(id), owner: lane.relayer, signature: hex('0x'), data: hex('0x') },
    ...{ deadline: seconds(0), swapFee: amount(0n), createdAt: context.clock.now(), gasLimit: gas(minCancelGas) },
    ...{ maxPrice: wei(0n), maxCancelPrice: network.maxGasPrice },
    reserved: wei(minCancelGas * network.maxGasPrice),
  }
}
