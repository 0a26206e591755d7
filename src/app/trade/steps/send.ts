import type { TradeContext } from '#app/context'
import { isConnectionFailure } from '#app/trade/explain/connection-failure'
import { requireFeesWithin } from '#app/trade/steps/gas-budget'
import type { BroadcastResult } from '#domain/chain/chain-evidence'
import type { Chain } from '#domain/chain/port'
import { fail, isFailure } from '#domain/errors'
import type { NonceAtObservation } from '#domain/journal/evidence'
import { stepNames } from '#domain/journal/outcome'
import {
  type GasBudget,
  type Intent,
  type IntentTrade,
  type JournalTx,
  newestVersion,
  type Step,
  transactionOf,
} from '#domain/journal/swap'
import type { Payload } from '#domain/payload'
import type { Signer } from '#domain/trade/accounts'
import type { Dialogue } from '#domain/trade/dialogue'
import { type Seconds, seconds } from '#domain/units'

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
  /** The user's `--nonce`; the next free one if absent. */
  readonly nonce?: number | undefined
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
 * @throws `GAS_ABOVE_LIMIT`, `NONCE_TAKEN` before anything is signed.
 */
export async function signAndSend(
  context: TradeContext,
  transaction: TransactionToSend,
  dialogue: Pick<Dialogue, 'tell' | 'beforeSigning'>,
): Promise<Intent> {
  const { chain, intent, step, payload, signer, trade } = transaction
  await signer.unlock() // before the lock: a person may take a while to type
  return context.lock.withLock(payload.chainId, payload.from, async () => {
    const before = await rereadIntent(context, intent)
    if (transactionOf(before, step) !== undefined) return before

    await dialogue.beforeSigning?.()
    requireFeesWithin(chain.network, payload, transaction.gasBudget)
    const { nonce, seen } = await chooseNonce(context, transaction, dialogue)
    if (trade !== undefined) {
      requireInTime(intent, trade, context.clock.now())
      await context.journal.bindTrade(intent.id, trade)
    }
    const request = { network: chain.network.name, payload, nonce, intent: intent.id, step, trade }
    await signer.sign(request, (signed) => {
      const evidence = { ...seen, hash: signed.hash }
      const tx = { step, payload, nonce, ...signed, budget: transaction.gasBudget }
      return context.journal.recordSigned(intent.id, tx, context.clock.now(), [evidence])
    })
    dialogue.tell({ what: 'signed', intent: await rereadIntent(context, intent) })
    return broadcastStep(context, { chain, intent, step }, 'one', dialogue)
  })
}

/** The machine may have slept, or the lock been waited for: late bytes could only cost gas. @throws `DEADLINE_PASSED` */
function requireInTime({ id }: Intent, { deadline }: IntentTrade, now: Seconds): void {
  if (now < deadline) return
  const known = 'Its deadline passed before it was signed, so nothing was sent.'
  throw fail('DEADLINE_PASSED', { what: stepNames.swap, id, known }, { sent: false })
}

/**
 * Broadcasts the newest stored bytes of a step to one node or to all, and records each answer. The start is durable
 * before the first byte leaves: a process that dies here leaves "unknown" behind, never "not sent". The caller holds the
 * account's lock, so that no process sends a swap's bytes while another one stores its cancellation.
 */
export async function broadcastStep(
  context: TradeContext,
  { chain, intent, step }: SignedStep,
  to: 'one' | 'all',
  dialogue: Pick<Dialogue, 'tell'>,
): Promise<Intent> {
  const { raw, hash } = newestVersion(getSignedStep(await rereadIntent(context, intent), step))
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

/**
 * Broadcasts the newest stored bytes of a step to every node again, if the evidence still asks for it once the account is
 * locked. If another process holds the lock, which may be replacing this very step, nothing is sent.
 */
export async function rebroadcastStep(
  context: TradeContext,
  signed: SignedStep,
  dialogue: Pick<Dialogue, 'tell'>,
): Promise<Intent> {
  const { intent, step } = signed
  try {
    return await context.lock.withLock(intent.chainId, intent.from, async () => {
      const current = await rereadIntent(context, intent)
      const tx = getSignedStep(current, step)
      if (!tx.conclusion.mayBroadcast) return current
      if (await mustYield(context, current, tx)) return current
      return broadcastStep(context, { ...signed, intent: current }, 'all', dialogue)
    })
  } catch (error) {
    if (!isFailure(error, 'STORE_BUSY')) throw error
    return rereadIntent(context, intent)
  }
}

/**
 * Whether another intent has the nonce now. Bytes that were handed to nobody hold none; those that every node has dropped
 * lose it in time (`chooseNonce`), and sent again they could push out the later transaction.
 */
async function mustYield(context: Pick<TradeContext, 'journal'>, intent: Intent, tx: JournalTx): Promise<boolean> {
  const rivals = await listNonceRivals(context, intent, tx)
  const isLater = (one: JournalTx): boolean => one.nonce === tx.nonce && one.signedAt > tx.signedAt
  return rivals.some(({ transactions }) => tx.stage === 'signed' || transactions.some(isLater))
}

/** Another intent whose transaction with the same nonce was handed to a node, and may still be mined. */
export const findNonceRival = async (
  context: Pick<TradeContext, 'journal'>,
  intent: Intent,
  tx: JournalTx,
): Promise<Intent | undefined> => (await listNonceRivals(context, intent, tx))[0]

async function listNonceRivals(
  { journal }: Pick<TradeContext, 'journal'>,
  { id, network, from }: Intent,
  { nonce }: JournalTx,
): Promise<readonly Intent[]> {
  const isLive = (tx: JournalTx): boolean =>
    tx.nonce === nonce && !tx.conclusion.isFinal && tx.conclusion.stage !== 'signed'
  const holders = await journal.findByNonce(network, from, nonce)
  return holders.filter((one) => one.id !== id && one.transactions.some(isLive))
}

/** The longest deadline of a payload: after it, a transaction that no node has can be ruled out. */
const nonceReserveSeconds = 900

/**
 * The first nonce after those mined, pending at the node, or recently signed on this machine and not settled, unless the
 * user named one. If a nonce is reused after all, a swap is replaced; none happens twice.
 * @throws `NONCE_TAKEN` if the named one is used, or a transaction waits on it, of this journal or of another program.
 */
export async function chooseNonce(
  context: TradeContext,
  { chain, payload: { from }, nonce: named }: Pick<TransactionToSend, 'chain' | 'payload' | 'nonce'>,
  dialogue: Pick<Dialogue, 'tell'>,
): Promise<{ readonly nonce: number; readonly seen: Omit<NonceAtObservation, 'hash'> }> {
  const at = context.clock.now()
  const [{ endpoint, head, latest, pending }, signed] = await Promise.all([
    chain.nonces(from),
    context.journal.highestNonce(chain.network.name, from, seconds(Math.max(0, at - nonceReserveSeconds))),
  ])
  const next = Math.max(latest, pending, signed === undefined ? 0 : signed + 1)
  const seen = { kind: 'nonce-at', at, endpoint, block: head, nonce: latest, final: false } as const
  if (named === undefined) return { nonce: next, seen }
  const [holder] = await context.journal.findByNonce(chain.network.name, from, named)
  if (named < latest) throw fail('NONCE_TAKEN', { nonce: named, next, reason: 'the account has used it' })
  if (holder !== undefined)
    throw fail('NONCE_TAKEN', { nonce: named, next, reason: `${holder.kind} ${holder.id} of this journal may use it` })
  if (named < pending)
    throw fail('NONCE_TAKEN', { nonce: named, next, reason: 'a transaction of another program waits on it' })
  if (named > next) dialogue.tell({ what: 'nonce-gap', nonce: named, next })
  return { nonce: named, seen }
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
