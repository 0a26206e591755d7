import type { TradeContext } from '#app/context'
import { type GasBudget, requireFeesWithin } from '#app/trade/gas-budget'
import { isOfTheWay } from '#app/trade/way'
import type { Signer } from '#domain/accounts'
import type { BroadcastResult } from '#domain/chain-evidence'
import { fail } from '#domain/errors'
import type { NonceAtObservation } from '#domain/evidence'
import type { Payload } from '#domain/payload'
import type { Chain } from '#domain/ports'
import { type Intent, type JournalTx, type Step, type Trade, transactionOf } from '#domain/swap'
import type { Dialogue } from '#domain/trader'
import { seconds } from '#domain/units'

/** One transaction of an intent, ready to be signed. */
export interface TransactionToSend {
  readonly chain: Chain
  readonly intent: Intent
  readonly step: Step
  readonly payload: Payload
  readonly signer: Signer
  /** Nothing that may cost more gas is signed. */
  readonly gasBudget: GasBudget
  /** What a `swap` step trades: bound to the intent together with the signature. */
  readonly trade?: Trade
}

/** A step whose bytes are in the journal. */
export interface SignedStep {
  readonly chain: Chain
  readonly intent: Intent
  readonly step: Step
}

/**
 * Signs a step of an intent, stores the bytes, then hands them to one node. The account is locked from before its
 * nonce is read until the node has answered, so that no other process of this machine can take the nonce.
 *
 * A step that was signed before, by this process or one that died, is not signed again: it is returned as it is, for
 * `followStep` to look it up. Whatever the node answers is evidence in the journal, and no failure.
 * @throws `GAS_ABOVE_LIMIT` before anything is signed.
 */
export async function signAndSend(
  context: TradeContext,
  transaction: TransactionToSend,
  dialogue: Dialogue,
): Promise<Intent> {
  const { chain, intent, step, payload, signer, trade } = transaction
  await signer.unlock() // before the lock: a person may take a while to type
  return context.lock.hold(payload.chainId, payload.from, async () => {
    const before = await reread(context, intent)
    if (transactionOf(before, step) !== undefined) return before

    requireFeesWithin(chain.network, payload, transaction.gasBudget)
    if (trade !== undefined) await context.journal.bind(intent.id, trade)
    const { nonce, seen } = await nextNonce(context, chain, payload)
    const signed = await signer.sign(payload, nonce)
    const evidence = { ...seen, hash: signed.hash }
    await context.journal.signed(intent.id, { step, payload, nonce, ...signed }, context.clock.now(), [evidence])
    dialogue.tell({ what: 'signed', intent: await reread(context, intent) })
    return broadcastStep(context, { chain, intent, step }, 'one', dialogue)
  })
}

/**
 * Hands the stored bytes of a step to one node or to all, and records what each answers. That it begins is durable
 * before the first byte leaves: a process that dies here leaves «unknown» behind, never «not sent».
 */
export async function broadcastStep(
  context: TradeContext,
  { chain, intent, step }: SignedStep,
  to: 'one' | 'all',
  dialogue: Dialogue,
): Promise<Intent> {
  const { raw, hash } = signedStep(await reread(context, intent), step)
  const note = async ({ endpoint, outcome, reason }: BroadcastResult | Begun): Promise<void> => {
    const said = reason === undefined ? {} : { reason }
    const observation = { kind: 'broadcast', at: context.clock.now(), endpoint, hash, outcome, ...said } as const
    await context.journal.observe(intent.id, step, [observation])
  }
  try {
    const begin = (endpoint: string): Promise<void> => note({ endpoint, outcome: 'begun', reason: undefined })
    for (const result of await chain.broadcast(raw, to, begin)) await note(result)
  } catch (error) {
    if (!isOfTheWay(error)) throw error // no endpoint was given the bytes, which is what the journal says
  }
  const after = await reread(context, intent)
  dialogue.tell({ what: 'sent', intent: after })
  return after
}

interface Begun {
  readonly endpoint: string
  readonly outcome: 'begun'
  readonly reason: undefined
}

/** The longest deadline a payload may have: by then a transaction nobody has seen can be counted out. */
const reservedFor = 900

/**
 * Past what is mined, what waits at the node, and what this machine signed lately and has not seen settled.
 * A nonce that is used again after all costs a swap that is replaced, never one that happens twice.
 */
async function nextNonce(
  context: TradeContext,
  chain: Chain,
  { from }: Payload,
): Promise<{ readonly nonce: number; readonly seen: Omit<NonceAtObservation, 'hash'> }> {
  const at = context.clock.now()
  const [{ endpoint, head, latest, pending }, signed] = await Promise.all([
    chain.nonces(from),
    context.journal.highestNonce(chain.network.name, from, seconds(Math.max(0, at - reservedFor))),
  ])
  const nonce = Math.max(latest, pending, signed === undefined ? 0 : signed + 1)
  return { nonce, seen: { kind: 'nonce-at', at, endpoint, block: head, nonce: latest, final: false } }
}

export function signedStep(intent: Intent, step: Step): JournalTx {
  const tx = transactionOf(intent, step)
  if (tx === undefined) throw fail('INTERNAL', { reason: `intent ${intent.id} has no signed ${step}` })
  return tx
}

export async function reread(context: Pick<TradeContext, 'journal'>, { id }: Pick<Intent, 'id'>): Promise<Intent> {
  const intent = await context.journal.find(id)
  if (intent === undefined) throw fail('INTERNAL', { reason: `intent ${id} left the journal` })
  return intent
}
