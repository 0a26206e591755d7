/** A lane's next nonce: what its own orders took, and what the chain confirms of others. */

import { readAgreedNonces } from '#app/account-nonces'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import type { LaneStatus } from '#domain/relay/relay'
import { laneOf, type RelayContext } from './context.ts'
import { fillGap } from './gap.ts'

/**
 * Opens the lane of a network if it is new. Where nothing is open it goes on at the account's nonce, which two endpoints
 * have to state if there are two: one alone could name one so high that nothing is ever mined.
 * @throws `GASLESS_NOT_AVAILABLE` while the account has a transaction under way that is no order's, or nonces are missing
 */
export async function syncLane(context: RelayContext, chain: Chain): Promise<LaneStatus> {
  const { relays } = context
  const lane = laneOf(context, chain.network)
  const known = await relays.laneStatus(lane)
  if (known !== undefined && known.open > 0) return known
  const one = await chain.nonces(lane.relayer)
  if (known?.nextNonce === one.latest && one.pending === one.latest) return known
  const { latest, pending } = await readAgreedNonces(chain, lane.relayer)
  // Another replica may have sent an order meanwhile.
  const now = await relays.laneStatus(lane)
  if (now !== undefined && now.open > 0) return now
  if (pending > latest) throw refusal(usedElsewhere)
  const status = await relays.openLane(lane, latest)
  if (status.open > 0 || status.nextNonce <= latest) return status
  await fillGap(context, chain, { first: latest, end: status.nextNonce })
  // of its own, which no endpoint may show: it waits, or was forgotten and can be sent again
  if (latest < status.ownEnd && (await relays.findByNonce(lane, latest)) === undefined) throw refusal(usedElsewhere)
  throw refusal(`Nonces of the relayer are missing from ${latest} on; they are being used up.`)
}

const usedElsewhere =
  'The relayer has a transaction under way that is no order: its account must be used by nothing else.'

const refusal = (reason: string) => fail('GASLESS_NOT_AVAILABLE', { reason })
