import type { TradeContext } from '#app/context'
import { isConnectionFailure } from '#app/trade/explain/connection-failure'
import { requireAllFeesWithin } from '#app/trade/steps/gas-budget'
import { chooseNonce } from '#app/trade/steps/nonces'
import type { BroadcastResult } from '#domain/chain/chain-evidence'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import type { ObservedBlock } from '#domain/journal/observations'
import { stepNames } from '#domain/journal/outcome'
import {
  findBroadcastTarget,
  type PrivateChoice,
  type PrivateSending,
  toPrivateSending,
} from '#domain/journal/private-sending'
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
import { requireTradableNetwork } from '#domain/require-entry'
import type { Signer } from '#domain/trade/accounts'
import type { Dialogue, SigningDialogue } from '#domain/trade/dialogue'
import type { NetworkName, Seconds } from '#domain/units'

/** One transaction of an intent, ready to be signed. */
export interface TransactionToSend {
  readonly chain: Chain
  readonly intent: Intent
  readonly step: Step
  readonly payload: Payload
  readonly signer: Signer
  /** Nothing is signed that may cost more gas. */
  readonly gasBudget: GasBudget
  /** The trade of a `swap` or `cross` step: stored with the intent together with the signature. */
  readonly trade?: IntentTrade
  /** The user's `--nonce`; the next free one if absent. */
  readonly nonce?: number | undefined
  /** Only this private endpoint gets the bytes; public nodes do if absent. */
  readonly privately?: PrivateChoice | undefined
}

/** A step whose bytes are in the journal. */
export interface SignedStep {
  readonly chain: Chain
  readonly intent: Intent
  readonly step: Step
}

/**
 * Signs a step of an intent, stores the bytes with how they are to be sent, then broadcasts them to one node. The account
 * is locked from before its nonce is read until the node has answered, so no other process of this machine can take the
 * nonce.
 *
 * A step that was signed before, by this process or a crashed one, is not signed again: it is returned for `followStep`
 * to look up. Any answer of the node is recorded as evidence and does not throw.
 * @throws `GAS_ABOVE_LIMIT`, `NONCE_TAKEN` (see `chooseNonce`) before anything is signed; `BATCH_CANCELLED`, and then the bytes are lost
 */
export async function signAndSend(
  context: TradeContext,
  transaction: TransactionToSend,
  dialogue: SigningDialogue,
): Promise<Intent> {
  const { chain, intent, step, payload, signer, trade } = transaction
  requireTradableNetwork(chain.network)
  await signer.unlock() // before the lock: a person may take a while to type
  return context.lock.withLock(payload.chainId, payload.from, async () => {
    const before = await rereadIntent(context, intent)
    if (transactionOf(before, step) !== undefined) return before
    // before anything can refuse it: a quote that is used by now was used for this, and nothing is signed yet
    if (trade !== undefined) await context.journal.bindTrade(intent.id, trade)

    await dialogue.beforeSigning?.()
    const reserved = await requireAllFeesWithin(chain, payload, transaction.gasBudget)
    const { nonce, seen } = await chooseNonce(context, transaction, dialogue)
    dialogue.checkNonce?.(nonce)
    const since =
      transaction.privately === undefined ? seen.block.number : await findNewestHead(chain, payload, seen.block)
    if (trade !== undefined) requireInTime(transaction, trade, context.clock.now())
    const request = { network: chain.network.name, payload, nonce, intent: intent.id, step, trade, ...reserved }
    await signer.sign(request, (signed) => {
      const evidence = { ...seen, hash: signed.hash }
      const sending = transaction.privately && toPrivateSending(transaction.privately, since)
      const terms = { budget: transaction.gasBudget, ...reserved, ...(sending && { sending }) }
      const tx = { step, payload, nonce, ...signed, ...terms }
      return context.journal.recordSigned(intent.id, tx, context.clock.now(), [evidence], dialogue.batch)
    })
    dialogue.tell({ what: 'signed', intent: await rereadIntent(context, intent) })
    return broadcastStep(context, { chain, intent, step }, 'one', dialogue)
  })
}

/**
 * The newest head that any endpoint shows: counted from the head of one that lags behind, or lies, the fallback to public
 * nodes would begin at once.
 */
async function findNewestHead(chain: Chain, { from }: Payload, seen: ObservedBlock): Promise<number> {
  const heads = (await chain.allNonces(from)).map(({ head }) => head.number)
  return Math.max(seen.number, ...heads)
}

/** The machine may have slept, or the lock been waited for: late bytes could only cost gas. @throws `DEADLINE_PASSED` */
function requireInTime({ intent: { id }, step }: TransactionToSend, { deadline }: IntentTrade, now: Seconds): void {
  if (now < deadline) return
  const known = 'Its deadline passed before it was signed.'
  throw fail('DEADLINE_PASSED', { what: stepNames[step], id, known }, { sent: false })
}

/**
 * Broadcasts the newest stored bytes of a step to one node or to all, or to its private endpoint, as the journal says how
 * they are sent, and records each answer. The start is durable before the first byte leaves: a process that dies here
 * leaves "unknown" behind, never "not sent". The caller holds the account's lock, so that no process sends a swap's bytes
 * while another one stores its cancellation.
 */
export async function broadcastStep(
  context: TradeContext,
  { chain, intent, step }: SignedStep,
  to: 'one' | 'all',
  dialogue: Pick<Dialogue, 'tell'>,
): Promise<Intent> {
  const tx = getSignedStep(await rereadIntent(context, intent), step)
  const { raw, hash, sending } = newestVersion(tx)
  const target = findBroadcastTarget(sending, tx.observations)
  const via = target === 'public' ? {} : ({ via: 'private' } as const)
  const note = async ({ endpoint, outcome, reason }: BroadcastResult | BroadcastStart): Promise<void> => {
    const said = { ...(reason === undefined ? {} : { reason }), ...via }
    const observation = { kind: 'broadcast', at: context.clock.now(), endpoint, hash, outcome, ...said } as const
    await context.journal.addObservations(intent.id, step, [observation])
  }
  try {
    const begin = (endpoint: string): Promise<void> => note({ endpoint, outcome: 'begun', reason: undefined })
    if (target === 'public') for (const result of await chain.broadcast({ raw, hash }, to, begin)) await note(result)
    else
      await note(
        await chain.broadcastPrivately({ raw, hash }, requirePrivateUrl(context, intent.network, target), begin),
      )
  } catch (error) {
    if (!isConnectionFailure(error)) throw error // no endpoint received the bytes, as the journal states
  }
  const after = await rereadIntent(context, intent)
  dialogue.tell({ what: 'sent', intent: after })
  return after
}

/** The URL of a private endpoint of the journal: recorded, configured, or of the network's entry. */
export const findPrivateUrl = (
  { privateUrls }: Pick<TradeContext, 'privateUrls'>,
  network: NetworkName,
  { endpoint, origin }: PrivateSending,
): string | undefined => origin ?? privateUrls(network).find((url) => new URL(url).host === endpoint)

function requirePrivateUrl(context: TradeContext, network: NetworkName, sending: PrivateSending): string {
  const url = findPrivateUrl(context, network, sending)
  if (url === undefined) throw fail('INTERNAL', { reason: `the URL of ${sending.endpoint} is not known` })
  return url
}

interface BroadcastStart {
  readonly endpoint: string
  readonly outcome: 'begun'
  readonly reason: undefined
}

/**
 * Another intent whose transaction with the same nonce was handed to a node, and may still be mined. What has a transaction in
 * common is no rival: a command that died before it sent its bytes, and the same command again, may have signed the same.
 */
export const findNonceRival = async (
  context: Pick<TradeContext, 'journal'>,
  intent: Intent,
  tx: JournalTx,
): Promise<Intent | undefined> => (await listNonceRivals(context, intent, tx))[0]

export async function listNonceRivals(
  { journal }: Pick<TradeContext, 'journal'>,
  { id, network, from }: Intent,
  { nonce, versions }: JournalTx,
): Promise<readonly Intent[]> {
  const own = new Set(versions.map(({ hash }) => hash))
  const isLive = (tx: JournalTx): boolean =>
    tx.nonce === nonce &&
    !tx.conclusion.isFinal &&
    tx.conclusion.stage !== 'signed' &&
    !tx.versions.some(({ hash }) => own.has(hash))
  const holders = await journal.findByNonce(network, from, nonce)
  return holders.filter((one) => one.id !== id && one.transactions.some(isLive))
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
