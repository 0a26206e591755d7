/** The nonces that a relayer's account signs with for itself: bounded before a signature, given up after one too high. */
import type { Context } from '#cli/context'
import { fail } from '#domain/errors'
import type { Intent, JournalTx } from '#domain/journal/swap'
import { isSale } from '#domain/journal/swap'
import type { ResolvedLane } from './lane.ts'

/** Transactions: a reset, an approval and the swap. */
export const maxPerRefill = 3

/**
 * Where the account goes on: after what its lane has signed, or where two endpoints have come to. One endpoint alone could name a
 * nonce so high that nothing signed with it is ever mined.
 */
export async function findNextNonce(context: Context, { account, network, status }: ResolvedLane): Promise<number> {
  const { latest, pending } = await (await context.trader()).readNonces(network.name, account.address)
  // what the account signed far above its nonce says nothing of where it is
  const own = status.ownEnd > latest + maxPerRefill ? latest : status.nextNonce
  return Math.max(own, pending)
}

/** @returns `check` throws `CHECK_FAILED` for a nonce above the next one; `pass` counts one that was signed */
export function boundNonces({ account, network }: ResolvedLane, first: number) {
  let next = first
  return {
    check(nonce: number): void {
      if (nonce <= next) return
      const reason = `An endpoint of ${network.name} names the nonce ${nonce} for ${account.name}, whose next one is ${next} by its lane and the others.`
      throw fail('CHECK_FAILED', { reason: `${reason} Run it again, or with other endpoints: --rpc-url <url>.` })
    },
    pass(nonce: number): void {
      next = Math.max(next, nonce + 1)
    },
  }
}

/** Transactions of this account, by this journal, that may still be mined. */
export async function listOpenOwn(context: Context, { account, network }: ResolvedLane): Promise<readonly OpenOwn[]> {
  const intents = await (await context.journal()).list({ from: account.address, network: network.name, limit: 0 })
  return intents.flatMap((intent) =>
    intent.transactions
      .filter(({ conclusion }) => !conclusion.isFinal && conclusion.depth === 0)
      .map((tx) => ({ intent, tx })),
  )
}

export interface OpenOwn {
  readonly intent: Intent
  readonly tx: JournalTx
}

/**
 * Gives up the nonces above the account's own that it signed with, as an endpoint named them: nothing there can be mined before
 * those between are used, so the lane goes on below. A sale is waited for until it is void: mined later it would sell. An approval
 * for our router, which has no end of its own, may still be mined there one day, in place of an order, and gives only what was
 * shown.
 * @throws `USAGE` if it is not so; nothing is changed then
 */
export async function releaseOwnNonces(context: Context, lane: ResolvedLane): Promise<void> {
  const { account, network, status, relays } = lane
  const { latest, pending } = await (await context.trader()).readNonces(network.name, account.address)
  const refuse = (reason: string, fix: string): never => {
    throw fail('USAGE', { reason, fix })
  }
  const again = `swapline relay drain --relayer ${account.name} -n ${network.name}`
  if (!status.isDraining || status.open > 0)
    refuse(`The lane of ${account.name} on ${network.name} is in use: ${status.open} open orders.`, again)
  if (status.ownEnd <= latest)
    refuse(`${account.name} has no nonce above its own on ${network.name}.`, 'swapline relay status')
  const intents = await (await context.journal()).list({ from: account.address, network: network.name, limit: 0 })
  if (!intents.some(({ transactions }) => transactions.some(({ nonce }) => nonce === status.ownEnd - 1)))
    refuse(
      `This journal does not have what was signed with nonce ${status.ownEnd - 1}.`,
      'run it where relay refill ran',
    )
  const open = (await listOpenOwn(context, lane)).filter(({ tx }) => tx.nonce >= latest)
  const mineable = open.find(({ tx }) => tx.nonce <= Math.max(latest, pending) || isSale(tx.step))
  if (mineable !== undefined)
    refuse(
      `The ${mineable.intent.kind} ${mineable.intent.id} of ${account.name} may still be mined with nonce ${mineable.tx.nonce}.`,
      `swapline status ${mineable.intent.id}     (a swap is void once its deadline has passed in a final block)`,
    )
  if (!(await relays.releaseOwn(lane.lane, latest))) refuse('The lane has changed meanwhile.', again)
}
