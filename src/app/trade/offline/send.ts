import { getSimulationFailure, simulationFailure } from '#app/build-payload'
import type { TradeContext } from '#app/context'
import { readToken } from '#app/tokens'
import { requireOurRouter } from '#app/trade/checks/our-router'
import { refuseSecondUse } from '#app/trade/checks/used-here'
import { requireListedTokens } from '#app/trade/offline/listed-tokens'
import { openOffline } from '#app/trade/offline/sign'
import { requireUnchangedAllowance } from '#app/trade/offline/unchanged-allowance'
import { offlineKey, verifyUnsigned } from '#app/trade/offline/verify'
import { requireAccepted } from '#app/trade/steps/accepted'
import { followStep } from '#app/trade/steps/follow'
import { capBudget, requireAllFeesWithin } from '#app/trade/steps/gas-budget'
import { findForeignWaiting } from '#app/trade/steps/nonces'
import { withOutcome } from '#app/trade/steps/outcome'
import { rebroadcastStep } from '#app/trade/steps/rebroadcast'
import { refreshStep } from '#app/trade/steps/refresh'
import { broadcastStep, findNonceRival, getSignedStep, rereadIntent, type SignedStep } from '#app/trade/steps/send'
import type { Chain } from '#domain/chain/port'
import { fail, SwapError } from '#domain/errors'
import { findLatestLooks } from '#domain/journal/looks'
import {
  type Intent,
  isSale,
  type JournalTx,
  type SignedTx,
  type Stage,
  type Step,
  transactionOf,
} from '#domain/journal/swap'
import type { Dialogue } from '#domain/trade/dialogue'
import type { DecodedTransaction, SendOptions, SignedTransaction, UnsignedTransaction } from '#domain/trade/offline'
import { type Hex, seconds } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'

/**
 * Sends a transaction that was signed elsewhere, and follows it. Its bytes are decoded and compared with its terms, and
 * simulated; they are in this machine's journal before a node gets them. They go to every endpoint, also if one shows them
 * already: it may not be true, and the same bytes act once at most. What is mined, or cannot be any more, is followed only; so
 * is a file that an endpoint shows and that would be refused by now. Another signature of what a node was given is looked for
 * beside it, as one of the two can be mined.
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
    const isAgain = isSent(known, step)
    const isShown = !isAgain && (await isOut(chain, signed))
    const isKnown = isAgain && hasVersion(known, step, hash)
    const checked = isKnown
      ? { isFit: false }
      : await check(context, { chain, unsigned, hash, known, options, isAgain, isShown })
    const intent = isKnown ? known : await store(context, { chain, signed, checked }, dialogue)
    return withOutcome(context, intent.id, async () => {
      const sent = await sendOrLook(context, { chain, intent, step, isShown, checked, unsigned }, dialogue)
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

const wasBroadcast = ({ observations }: JournalTx): boolean => observations.some(({ kind }) => kind === 'broadcast')

/** Whether a node may have its bytes, by whichever signature. */
function isSent(intent: Intent | undefined, step: Step): intent is Intent {
  const tx = intent && transactionOf(intent, step)
  return tx !== undefined && wasBroadcast(tx)
}

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

interface FileToSend extends SignedStep, Pick<CheckInput, 'isShown' | 'unsigned'> {
  readonly checked: CheckedFile
}

/**
 * Bytes that were not found fit for sending are not sent, whatever an endpoint shows. Those that a node was given before are
 * looked for first: what became of them since is what counts.
 */
async function sendOrLook(
  context: TradeContext,
  { isShown, checked, unsigned, ...signed }: FileToSend,
  dialogue: Dialogue,
): Promise<Intent> {
  if (isSent(signed.intent, signed.step)) {
    const intent = await refreshStep(context, signed, 'all')
    const isWanted = (tx: JournalTx): boolean => canBeMined(intent, tx)
    return rebroadcastStep(context, { ...signed, intent }, dialogue, isWanted)
  }
  if (!checked.isFit) return refreshStep(context, signed, 'all')
  return broadcastOnce(context, { ...signed, isShown, unsigned }, dialogue)
}

/** No evidence ends it: that an endpoint shows it waiting, or its nonce used by nobody known, is no proof. */
function canBeMined({ trade }: Intent, { conclusion, observations, step }: JournalTx): boolean {
  const deadline = isSale(step) ? trade?.deadline : undefined
  const isLate = deadline !== undefined && findLatestLooks(observations).some(({ head }) => head.time > deadline)
  return !isLate && openStages.has(conclusion.stage)
}

const openStages: ReadonlySet<Stage> = new Set(['signed', 'submitted', 'unknown'])

interface CheckedFile extends Pick<SignedTx, 'l1Fee'> {
  /** False if it may be late, or fail by now. */
  readonly isFit: boolean
}

interface CheckInput extends Pick<SignedTransaction, 'unsigned' | 'hash'> {
  readonly chain: Chain
  /** The intent of the same content, if this journal has one. */
  readonly known: Intent | undefined
  readonly options: SendOptions
  /** A node was given it before, by another signature. */
  readonly isAgain: boolean
  /** An endpoint has it, or shows its nonce used: what refuses it by now does not mean that nothing was sent. */
  readonly isShown: boolean
}

/** Every check before the first node gets the bytes. */
async function check(context: TradeContext, input: CheckInput): Promise<CheckedFile> {
  const { chain, unsigned, isAgain, isShown } = input
  if (isAgain) return verifyPast(chain, unsigned)
  try {
    await refuseSecondUse(context, unsigned)
    return { ...(await verifySendable(context, input)), isFit: true }
  } catch (error) {
    if (!isShown || !(error instanceof SwapError)) throw error
    return verifyPast(chain, unsigned)
  }
}

interface FileToStore extends Pick<FileToSend, 'chain' | 'checked'> {
  readonly signed: SignedTransaction
}

async function store(
  context: TradeContext,
  { chain, signed, checked: { isFit: _, ...reserved } }: FileToStore,
  dialogue: Dialogue,
): Promise<Intent> {
  const { unsigned, raw, hash } = signed
  const { payload, nonce, step } = unsigned
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
async function verifySendable(context: TradeContext, input: CheckInput) {
  const { chain, unsigned, options } = input
  const head = await chain.head()
  verifyUnsigned(chain.network, unsigned, head.time)
  await requireListedTokens(chain.network, unsigned, ({ address }) => readToken(chain, address))
  await requireOurRouter(chain, getRouter(chain.network).address)
  if (unsigned.step === 'approve') await requireUnchangedAllowance(context, chain, unsigned)
  const reserved = await requireAllFeesWithin(chain, unsigned.payload, unsigned.budget)
  await requireFreeNonce(input)
  if (options.simulates) await simulate(chain, unsigned)
  return reserved
}

/** What waits on it would be pushed out by a file with higher fees. @throws `NONCE_TAKEN` */
async function requireFreeNonce({ chain, unsigned, hash, known }: CheckInput): Promise<void> {
  const { from } = unsigned.payload
  const { nonce } = unsigned
  const endpoint = await findForeignWaiting(chain, { from, nonce, hashes: [hash] })
  if (endpoint === undefined) return
  const fix = [
    'wait until it is mined, which ends this file: build and sign it again',
    `if ${endpoint} is wrong, name the others alone: --rpc-url <url>`,
  ]
  const reason = `a transaction of another program waits on it, by ${endpoint}`
  // what is in this journal already may be sent from elsewhere
  const fate = known === undefined ? {} : ({ sent: 'maybe', swapId: known.id, txHash: hash } as const)
  throw fail('NONCE_TAKEN', { nonce, next: nonce + 1, reason, fix }, fate)
}

/** As of a moment at which it could be mined: its bytes are those of its terms, and that is all it takes to look for it. */
async function verifyPast(chain: Chain, unsigned: UnsignedTransaction): Promise<CheckedFile> {
  const inTime = unsigned.step === 'swap' ? seconds(unsigned.trade.deadline - 1) : seconds(0)
  verifyUnsigned(chain.network, unsigned, inTime)
  await requireListedTokens(chain.network, unsigned)
  return { isFit: false }
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

/** Hands the bytes to every node unless their nonce is taken, by a swap of this journal or, by proof, on the chain. */
async function broadcastOnce(
  context: TradeContext,
  { chain, intent, step, isShown, unsigned }: SignedStep & Pick<CheckInput, 'isShown' | 'unsigned'>,
  dialogue: Dialogue,
): Promise<Intent> {
  const { chainId, from } = intent
  return context.lock.withLock(chainId, from, async () => {
    const current = await rereadIntent(context, intent)
    if (isSent(current, step)) return current
    const { nonce } = getSignedStep(current, step)
    const rival = await findNonceRival(context, current, getSignedStep(current, step))
    const { latest } = await chain.nonces(from)
    if (!isShown) await refuseSecondUse(context, unsigned, wasBroadcast)
    const look = () => refreshStep(context, { chain, intent: current, step }, 'all')
    if (rival !== undefined && isShown) return look()
    if (rival !== undefined)
      throw fail('NONCE_TAKEN', { nonce, next: latest, reason: `${rival.kind} ${rival.id} of this journal may use it` })
    const seen = isShown || latest > nonce ? await look() : current
    if (!canBeMined(seen, getSignedStep(seen, step))) return seen
    return broadcastStep(context, { chain, intent: seen, step }, 'all', dialogue)
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
