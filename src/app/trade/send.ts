import type { TradeContext } from '#app/context'
import { type GasBudget, requireFeesWithin } from '#app/trade/gas-budget'
import { isOfTheWay } from '#app/trade/way'
import type { Signer } from '#domain/accounts'
import { fail } from '#domain/errors'
import type { Payload } from '#domain/payload'
import type { Chain, Sent } from '#domain/ports'
import { finalStages, type Intent, type JournalTx, type Step, type Trade, transactionOf } from '#domain/swap'
import type { Dialogue } from '#domain/trader'
import { seconds } from '#domain/units'

/** One transaction of an intent, ready to be signed. */
export interface Sending {
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

/**
 * Signs a step of an intent, stores the bytes, then hands them to a node, once. The account is locked from before
 * its nonce is read until the node has answered, so that no other process of this machine can take the nonce.
 *
 * A step that was signed before, by this process or one that died, is not signed again: its bytes are resumed.
 * @throws `GAS_ABOVE_LIMIT` before anything is signed; `SEND_REFUSED` where the node says it did not take the bytes.
 */
export async function signAndSend(context: TradeContext, sending: Sending, dialogue: Dialogue): Promise<Intent> {
  const { chain, intent, step, payload, signer } = sending
  await signer.unlock() // before the lock: a person may take a while to type
  return context.lock.hold(payload.chainId, payload.from, async () => {
    const before = await reread(context, intent)
    if (transactionOf(before, step) !== undefined) return resume(context, { chain, intent: before, step }, dialogue)

    requireFeesWithin(chain.network, payload, sending.gasBudget)
    if (sending.trade !== undefined) await context.journal.bind(intent.id, sending.trade)
    const nonce = await nextNonce(context, chain, payload)
    const signed = await signer.sign(payload, nonce)
    await context.journal.signed(intent.id, { step, payload, nonce, ...signed }, context.clock.now())
    dialogue.tell({ what: 'signed', intent: await reread(context, intent) })
    return handOver(context, { chain, intent, step }, dialogue)
  })
}

/** A step whose bytes are in the journal. */
interface Signed {
  readonly chain: Chain
  readonly intent: Intent
  readonly step: Step
}

/**
 * Takes up a step whose bytes are in the journal but whose fate is not. The same bytes may be handed over again:
 * the chain takes a nonce once, so they can never act twice. Nothing is signed here.
 *
 * @throws `REPLACED` when its nonce was used by another transaction, `DEADLINE_PASSED` when no node knows it and it
 *   could only revert by now.
 */
export async function resume(context: TradeContext, signed: Signed, dialogue: Dialogue): Promise<Intent> {
  try {
    return await takeUp(context, signed, dialogue)
  } catch (error) {
    if (!isOfTheWay(error)) throw error
    const { intent, step } = signed
    throw error.with({ sent: true, swapId: intent.id, txHash: signedStep(intent, step).hash, why: unsettled })
  }
}

/** A broken way to the chain must not read as if nothing had ever been sent. */
const unsettled = 'An earlier run signed it and may have sent it; what became of it is not known.'

async function takeUp(context: TradeContext, signed: Signed, dialogue: Dialogue): Promise<Intent> {
  const { chain, step } = signed
  const intent = await reread(context, signed.intent)
  const tx = signedStep(intent, step)
  if (finalStages.has(tx.stage) || tx.stage === 'mined') return intent

  if ((await chain.receipt(tx.hash)) !== undefined || (await chain.knows(tx.hash))) {
    await context.journal.advance(intent.id, step, 'submitted', context.clock.now())
    return reread(context, intent)
  }
  if ((await chain.nonces(tx.payload.from)).latest > tx.nonce) return nonceWasUsed(context, { chain, intent, step })
  if (await isPastDeadline(context, chain, intent, step)) {
    await context.journal.advance(intent.id, step, 'cancelled', context.clock.now())
    throw fail('DEADLINE_PASSED', { id: intent.id }, { sent: false, swapId: intent.id, txHash: tx.hash })
  }
  return handOver(context, { chain, intent, step }, dialogue)
}

/** The nonce is gone. Ours may have been mined between two questions, so its receipt is asked for once more. */
async function nonceWasUsed(context: TradeContext, { chain, intent, step }: Signed): Promise<Intent> {
  const tx = signedStep(intent, step)
  if ((await chain.receipt(tx.hash)) !== undefined) {
    await context.journal.advance(intent.id, step, 'submitted', context.clock.now())
    return reread(context, intent)
  }
  await context.journal.advance(intent.id, step, 'replaced', context.clock.now())
  throw fail('REPLACED', { nonce: tx.nonce, id: intent.id }, { sent: true, swapId: intent.id, txHash: tx.hash })
}

async function handOver(context: TradeContext, { chain, intent, step }: Signed, dialogue: Dialogue): Promise<Intent> {
  const tx = signedStep(await reread(context, intent), step)
  const sent = await chain.send(tx.raw).catch(notHandedOver)
  if (sent.outcome === 'refused' && !(await chain.knows(tx.hash)) && (await chain.receipt(tx.hash)) === undefined) {
    await context.journal.advance(intent.id, step, 'cancelled', context.clock.now())
    throw fail('SEND_REFUSED', { reason: sent.reason }, { sent: false, swapId: intent.id })
  }
  // A lost answer leaves the stage at `signed`: whether the node has the bytes is found out by following the hash.
  if (sent.outcome !== 'unknown') await context.journal.advance(intent.id, step, 'submitted', context.clock.now())
  const after = await reread(context, intent)
  dialogue.tell({ what: 'sent', intent: after })
  return after
}

/**
 * The way to the chain broke just before the bytes went out. They are signed and hold a nonce, so this is not the end
 * of them but a lost answer: whoever runs the intent again hands over the same bytes.
 */
function notHandedOver(error: unknown): Sent {
  if (isOfTheWay(error)) return { outcome: 'unknown', reason: error.message }
  throw error
}

/** The longest deadline a payload may have: by then a transaction nobody has seen can be counted out. */
const reservedFor = 900

/**
 * Past what is mined, what waits at the node, and what this machine signed lately and has not seen settled.
 * A nonce that is used again after all costs a swap that is replaced, never one that happens twice.
 */
async function nextNonce(context: TradeContext, chain: Chain, { chainId, from }: Payload): Promise<number> {
  const since = seconds(Math.max(0, context.clock.now() - reservedFor))
  const [{ latest, pending }, signed] = await Promise.all([
    chain.nonces(from),
    context.journal.highestNonce(chainId, from, since),
  ])
  return Math.max(latest, pending, signed === undefined ? 0 : signed + 1)
}

/** Only a swap has a deadline in its payload; the intent's `bind` notes it. */
async function isPastDeadline(context: TradeContext, chain: Chain, intent: Intent, step: Step): Promise<boolean> {
  const deadline = step === 'swap' ? intent.trade?.deadline : undefined
  if (deadline === undefined) return false
  return context.clock.now() > deadline && (await chain.head()).time > deadline
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
