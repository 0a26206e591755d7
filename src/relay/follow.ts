/**
 * Orders of relayer accounts whose key this process does not have: it ran with another account, or with none, since they were
 * accepted. Nothing is signed for them, but what becomes of them is told.
 */
import type { OrderSubmission } from '#domain/relay/order-terms'
import type { Lane, Relay } from '#domain/relay/relay'
import type { SwapRecord } from '#domain/service/swap-record'
import type { NetworkName, QuoteId } from '#domain/units'
import type { FollowContext } from './context.ts'
import { findEarlier, getRecord } from './find-accepted.ts'
import { takeTurn } from './turns.ts'
import { followOrder } from './watch.ts'

export interface Follower {
  /**
   * The record of the order that was accepted for a quote by this very signature, by whichever relayer.
   * @throws `QUOTE_CONSUMED` if it was another signature
   */
  findAccepted(id: QuoteId, submission: OrderSubmission): Promise<SwapRecord | undefined>
  /** Looks at some of the open orders of other lanes; one that fails does not hold up the others. */
  tick(): Promise<void>
}

export interface FollowerOptions {
  /** Lanes that a relayer of this process follows itself. */
  readonly own: readonly Lane[]
  readonly networks: readonly NetworkName[]
}

/** Orders that one tick reads, and those of them that it looks at. */
const [maxRead, maxPerTick] = [500, 10]

export function createFollower(context: FollowContext, options: FollowerOptions): Follower {
  let round = 0
  return {
    findAccepted: async (id, submission) => {
      const relay = await findEarlier(context, id, submission)
      return relay && getRecord(context, relay.id)
    },
    tick: async () => {
      const open = await context.relays.listOpenElsewhere(options.own, maxRead)
      const served = open.filter(({ network }) => options.networks.includes(network))
      for (const relay of takeTurn(served, maxPerTick, round++)) await follow(context, relay)
    },
  }
}

async function follow(context: FollowContext, relay: Relay): Promise<void> {
  try {
    await followOrder(context, await context.chain(relay.network), relay)
  } catch (error) {
    context.failed(relay.network, error)
  }
}
