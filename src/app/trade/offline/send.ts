import { getSimulationFailure, simulationFailure } from '#app/build-payload'
import type { TradeContext } from '#app/context'
import { requireOurRouter } from '#app/trade/checks/our-router'
import { openOffline } from '#app/trade/offline/sign'
import { requireUnchangedAllowance } from '#app/trade/offline/unchanged-allowance'
import { offlineKey, verifyUnsigned } from '#app/trade/offline/verify'
import { requireAccepted } from '#app/trade/steps/accepted'
import { followStep } from '#app/trade/steps/follow'
import { capBudget, requireAllFeesWithin } from '#app/trade/steps/gas-budget'
import { withOutcome } from '#app/trade/steps/outcome'
import { lookAndRebroadcast } from '#app/trade/steps/rebroadcast'
import { refreshStep } from '#app/trade/steps/refresh'
import { broadcastStep, findNonceRival, getSignedStep, rereadIntent, type SignedStep } from '#app/trade/steps/send'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { type Intent, type SignedTx, type Step, transactionOf } from '#domain/journal/swap'
import type { Dialogue } from '#domain/trade/dialogue'
import type { DecodedTransaction, SendOptions, SignedTransaction, UnsignedTransaction } from '#domain/trade/offline'
import { type Hex, seconds } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'

/**
 * Sends a transaction that was signed elsewhere, and follows it. Its bytes are decoded and compared with its terms, and
 * simulated; they are in this machine's journal before a node gets them. A file that is sent again, or that an endpoint shows
 * because it was sent from elsewhere, is followed. So is another signature of what a node was given: one of the two can be
 * mined, and both are looked for.
 * @throws as `verifyUnsigned` and `swap`; `NONCE_TAKEN` if another transaction has the nonce: nothing was sent then
 */
export async function sendSigned(
  context: TradeContext,
  signed: SignedTransaction,
  options: SendOptions,
  dialogue: Dialogue,
): Promise<Intent> {
  const { unsigned, hash } = signed
  const { step } = unsigned
  requireSameBytes(await context.accounts.readSigned(signed.raw), signed)
  const chain = await context.chain(unsigned.network)
  const known = await findSent(context, unsigned)
  if (known !== undefined) dialogue.tell({ what: 'intent', id: known.id })
  return withOutcome(context, known?.id, async () => {
    const input = { chain, signed, options }
    const isOver = isSent(known, step) || (await isOut(chain, signed))
    const isKnown = isSent(known, step) && hasVersion(known, step, hash)
    const intent = isKnown ? known : await prepare(context, { ...input, isOver }, dialogue)
    return withOutcome(context, intent.id, async () => {
      const sent = await sendOrLook(context, { chain, intent, step, isOver }, dialogue)
      const { wait, ...limits } = options
      return wait
        ? followStep(context, { chain, intent: sent, step }, limits, dialogue)
        : requireAccepted({ intent: sent, step })
    })
  })
}

/** The intent of a file that was sent before. */
export const findSent = ({ journal }: TradeContext, unsigned: UnsignedTransaction): Promise<Intent | undefined> =>
  journal.findByKey(offlineKey(unsigned))

/** Whether a node may have its bytes, by whichever signature. */
const isSent = (intent: Intent | undefined, step: Step): intent is Intent =>
  intent !== undefined && transactionOf(intent, step)?.observations.some(({ kind }) => kind === 'broadcast') === true

const hasVersion = (intent: Intent, step: Step, hash: Hex): boolean =>
  transactionOf(intent, step)?.versions.some((one) => one.hash === hash) === true

/**
 * Any endpoint has it, sent from elsewhere, or shows its nonce used, which may be by this very transaction: one that lags
 * shows neither.
 */
async function isOut(chain: Chain, { unsigned: { payload, nonce }, hash }: SignedTransaction): Promise<boolean> {
  const looks = await chain.checkTransaction({ hash, sender: payload.from }, 'all')
  return looks.some((look) => look.seen !== 'absent' || look.nonce > nonce)
}

/**
 * Bytes that were not checked for sending, as they are out already, are not sent whatever another endpoint shows. Those that
 * a node was given before are looked for again: what became of them since is what counts.
 */
async function sendOrLook(
  context: TradeContext,
  { isOver, ...signed }: SignedStep & Pick<Preparation, 'isOver'>,
  dialogue: Dialogue,
): Promise<Intent> {
  if (isSent(signed.intent, signed.step)) return lookAndRebroadcast(context, signed, dialogue)
  return isOver ? refreshStep(context, signed, 'all') : broadcastOnce(context, signed, dialogue)
}

interface Preparation {
  readonly chain: Chain
  readonly signed: SignedTransaction
  readonly options: SendOptions
  /**
   * A node has it, or was given another signature, or the account has used the nonce: nothing is sent, so it may be late,
   * or fail by now.
   */
  readonly isOver: boolean
}

/** Every check before the first node gets the bytes; then they are stored. */
async function prepare(
  context: TradeContext,
  { chain, signed, options, isOver }: Preparation,
  dialogue: Dialogue,
): Promise<Intent> {
  const { unsigned, raw, hash } = signed
  const { payload, nonce, step } = unsigned
  const reserved = isOver ? verifyPast(chain, unsigned) : await verifySendable(context, chain, signed, options)
  return context.lock.withLock(payload.chainId, payload.from, async () => {
    const { endpoint, head: at, latest } = await chain.nonces(payload.from)
    const seen = {
      kind: 'nonce-at',
      at: context.clock.now(),
      endpoint,
      block: at,
      nonce: latest,
      final: false,
      hash,
    } as const
    const intent = await openOffline(context, unsigned)
    dialogue.tell({ what: 'intent', id: intent.id })
    if (hasVersion(intent, step, hash)) {
      const { l1Fee } = reserved
      if (l1Fee !== undefined) await context.journal.recordL1Fee(intent.id, { step, hash, l1Fee })
      return context.journal.addObservations(intent.id, step, [seen])
    }
    const isAgain = transactionOf(intent, step) !== undefined
    if (unsigned.step === 'swap' && !isAgain) await context.journal.bindTrade(intent.id, unsigned.trade)
    const budget = capBudget(chain.network, unsigned, chain.network.gasBudgetFloor)
    const tx = { step, payload, nonce, raw, hash, budget, ...reserved }
    const { recordSigned, recordSignature } = context.journal
    const record = isAgain ? recordSignature : recordSigned
    await record(intent.id, tx, seen.at, [{ kind: 'held', at: seen.at, endpoint: '', hash }, seen])
    const stored = await rereadIntent(context, intent)
    dialogue.tell({ what: 'signed', intent: stored })
    return stored
  })
}

/** @returns what is reserved for its L1 fee: where it was signed, no oracle told it */
async function verifySendable(
  context: TradeContext,
  chain: Chain,
  { unsigned }: SignedTransaction,
  { simulates }: SendOptions,
) {
  const head = await chain.head()
  verifyUnsigned(chain.network, unsigned, head.time)
  await requireOurRouter(chain, getRouter(chain.network).address)
  if (unsigned.step === 'approve') await requireUnchangedAllowance(context, chain, unsigned)
  const reserved = await requireAllFeesWithin(chain, unsigned.payload, unsigned.budget)
  if (simulates) await simulate(chain, unsigned)
  return reserved
}

/** As of a moment at which it could be mined: its bytes are those of its terms, and that is all it takes to look for it. */
function verifyPast(chain: Chain, unsigned: UnsignedTransaction): Pick<SignedTx, 'l1Fee'> {
  const inTime = unsigned.step === 'swap' ? seconds(unsigned.trade.deadline - 1) : seconds(0)
  verifyUnsigned(chain.network, unsigned, inTime)
  return {}
}

async function simulate(chain: Chain, unsigned: UnsignedTransaction): Promise<void> {
  const simulated = await chain.simulate(unsigned.payload)
  if (unsigned.step === 'approve') {
    if (!simulated.ok) throw fail('ESTIMATE_GAS_FAILED', { check: 'simulation', reason: simulated.reason })
    return
  }
  const reason = getSimulationFailure(simulated, unsigned.trade.buy)
  if (reason !== undefined) throw simulationFailure(reason)
}

/** Hands the bytes to a node unless their nonce is taken, by a swap of this journal or on the chain. */
async function broadcastOnce(
  context: TradeContext,
  { chain, intent, step }: SignedStep,
  dialogue: Dialogue,
): Promise<Intent> {
  const { chainId, from } = intent
  return context.lock.withLock(chainId, from, async () => {
    const current = await rereadIntent(context, intent)
    if (isSent(current, step)) return current
    const { nonce } = getSignedStep(current, step)
    const rival = await findNonceRival(context, current, getSignedStep(current, step))
    const { latest } = await chain.nonces(from)
    if (rival !== undefined)
      throw fail('NONCE_TAKEN', { nonce, next: latest, reason: `${rival.kind} ${rival.id} of this journal may use it` })
    if (latest > nonce) return refreshStep(context, { chain, intent: current, step }, 'all')
    return broadcastStep(context, { chain, intent: current, step }, 'one', dialogue)
  })
}

/** The bytes that are sent are those that the file describes. */
function requireSameBytes({ payload, nonce, hash }: DecodedTransaction, signed: SignedTransaction): void {
  const { unsigned } = signed
  const flatten = (fields: Pick<UnsignedTransaction, 'payload' | 'nonce'>, id: string) => ({
    ...fields.payload,
    ...fields.payload.fees,
    fees: '',
    nonce: fields.nonce,
    hash: id,
  })
  const actual: Record<string, unknown> = flatten({ payload, nonce }, hash)
  for (const [field, expected] of Object.entries(flatten(unsigned, signed.hash)))
    if (actual[field] !== expected)
      throw fail('PAYLOAD_MISMATCH', { field, expected: String(expected), actual: String(actual[field]) })
}
