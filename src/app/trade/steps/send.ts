import type { TradeContext } from '#app/context'
import { isConnectionFailure } from '#app/trade/explain/connection-failure'
import { type GasBudget, requireFeesWithin } from '#app/trade/steps/gas-budget'
import type { BroadcastResult } from '#domain/chain/chain-evidence'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import type { NonceAtObservation } from '#domain/journal/evidence'
import { type Intent, type IntentTrade, type JournalTx, type Step, transactionOf } from '#domain/journal/swap'
import type { Payload } from '#domain/payload'
import type { Signer } from '#domain/trade/accounts'
import type { Dialogue } from '#domain/trade/trader'
import { seconds } from '#domain/units'

/** One transaction of an intent, ready to be signed. */
export interface TransactionToSend {
  readonly chain: Chain
  readonly intent: Intent
  readonly step: Step
  readonly payload: Payload
  readonly signer: Signer
  /** Nothing is signed that may cost more gas. */
  readonly gasBudget: GasBudget
  /** The trade of a `swap` step: stored with the intent together with the signature. */
  readonly trade?: IntentTrade
}

/** A step whose bytes are in the journal. */
export interface SignedStep {
  readonly chain: Chain
  readonly intent: Intent
  readonly step: Step
}

/**
 * Signs a step of an intent, stores the bytes, then broadcasts them to one node. The account is locked from before its
 * nonce is read until the node has answered, so no other process of this machine can take the nonce.
 *
 * A step that was signed before, by this process or a crashed one, is not signed again: it is returned for `followStep`
 * to look up. Any answer of the node is recorded as evidence and does not throw.
 * @throws `GAS_ABOVE_LIMIT` before anything is signed.
 */
export async function signAndSend(
  context: TradeContext,
  transaction: TransactionToSend,
  dialogue: Dialogue,
): Promise<Intent> {
  const { chain, intent, step, payload, signer, trade } = transaction
  await signer.unlock() // before the lock: a person may take a while to type
  return context.lock.withLock(payload.chainId, payload.from, async () => {
    const before = await rereadIntent(context, intent)
    if (transactionOf(before, step) !== undefined) return before

    requireFeesWithin(chain.network, payload, transaction.gasBudget)
    if (trade !== undefined) await context.journal.bindTrade(intent.id, trade)
    const { nonce, seen } = await findNextNonce(context, chain, payload)
    const signed = await signer.sign(payload, nonce)
    const evidence = { ...seen, hash: signed.hash }
    await context.journal.recordSigned(intent.id, { step, payload, nonce, ...signed }, context.clock.now(), [evidence])
    dialogue.tell({ what: 'signed', intent: await rereadIntent(context, intent) })
    return broadcastStep(context, { chain, intent, step }, 'one', dialogue)
  })
}

/**
 * Broadcasts the stored bytes of a step to one node or to all, and records each answer. The start is durable before the
 * first byte leaves: a process that dies here leaves "unknown" behind, never "not sent".
 */
export async function broadcastStep(
  context: TradeContext,
  { chain, intent, step }: SignedStep,
  to: 'one' | 'all',
  dialogue: Dialogue,
): Promise<Intent> {
  const { raw, hash } = getSignedStep(await rereadIntent(context, intent), step)
  const note = async ({ endpoint, outcome, reason }: BroadcastResult | BroadcastStart): Promise<void> => {
    const said = reason === undefined ? {} : { reason }
    const observation = { kind: 'broadcast', at: context.clock.now(), endpoint, hash, outcome, ...said } as const
    await context.journal.addObservations(intent.id, step, [observation])
  }
  try {
    const begin = (endpoint: string): Promise<void> => note({ endpoint, outcome: 'begun', reason: undefined })
    for (const result of await chain.broadcast(raw, to, begin)) await note(result)
  } catch (error) {
    if (!isConnectionFailure(error)) throw error // no endpoint received the bytes, as the journal states
  }
  const after = await rereadIntent(context, intent)
  dialogue.tell({ what: 'sent', intent: after })
  return after
}

interface BroadcastStart {
  readonly endpoint: string
  readonly outcome: 'begun'
  readonly reason: undefined
}

/** The longest deadline of a payload: after it, a transaction that no node has can be ruled out. */
const nonceReserveSeconds = 900

/**
 * The first nonce after those mined, pending at the node, or recently signed on this machine and not settled. If a
 * nonce is reused after all, a swap is replaced; none happens twice.
 */
async function findNextNonce(
  context: TradeContext,
  chain: Chain,
  { from }: Payload,
): Promise<{ readonly nonce: number; readonly seen: Omit<NonceAtObservation, 'hash'> }> {
  const at = context.clock.now()
  const [{ endpoint, head, latest, pending }, signed] = await Promise.all([
    chain.nonces(from),
    context.journal.highestNonce(chain.network.name, from, seconds(Math.max(0, at - nonceReserveSeconds))),
  ])
  const nonce = Math.max(latest, pending, signed === undefined ? 0 : signed + 1)
  return { nonce, seen: { kind: 'nonce-at', at, endpoint, block: head, nonce: latest, final: false } }
}

export function getSignedStep(intent: Intent, step: Step): JournalTx {
  const tx = transactionOf(intent, step)
  if (tx === undefined) throw fail('INTERNAL', { reason: `intent ${intent.id} has no signed ${step}` })
  return tx
}

export async function rereadIntent(
  context: Pick<TradeContext, 'journal'>,
  { id }: Pick<Intent, 'id'>,
): Promise<Intent> {
  const intent = await context.journal.find(id)
  if (intent === undefined) throw fail('INTERNAL', { reason: `intent ${id} left the journal` })
  return intent
}
