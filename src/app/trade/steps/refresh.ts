import type { TradeContext } from '#app/context'
import { findRevertReason } from '#app/trade/explain/revert-reason'
import { findAmountReceived } from '#app/trade/steps/received'
import { getSignedStep, type SignedStep } from '#app/trade/steps/send'
import type { TransactionCheck } from '#domain/chain/chain-evidence'
import type { Chain, Receipt } from '#domain/chain/port'
import type { RevertReason } from '#domain/failures/revert-reason'
import type { LookObservation, Observation, ReceiptFacts } from '#domain/journal/evidence'
import type { Intent, JournalTx } from '#domain/journal/swap'
import type { Seconds } from '#domain/units'

/**
 * Looks a signed step up on the chain, records what the endpoints show, and returns the conclusion. A change (it
 * entered or left a block, is deep enough, its nonce is used) is confirmed with every endpoint before it is recorded,
 * as one may lag.
 * @param at `all` asks every endpoint in any case
 * @param confirmations if more than the entry requires, a final stage is looked up again
 */
export async function refreshStep(
  context: TradeContext,
  { chain, intent, step }: SignedStep,
  at: 'one' | 'all',
  confirmations = 0,
): Promise<Intent> {
  const tx = getSignedStep(intent, step)
  if (isSettled(tx, confirmations)) return intent
  const looks = await queryEndpoints(chain, tx, at)
  const moment = context.clock.now() // one time for all of them: their order matters
  const seen = await Promise.all(looks.map((look) => toObservation(moment, { chain, intent, tx, look })))
  const record = (observations: readonly Observation[]): Promise<Intent> =>
    observations.length === 0 ? Promise.resolve(after) : context.journal.addObservations(intent.id, step, observations)

  let after = intent
  after = await record(seen)
  if (getSignedStep(after, step).conclusion.receipt !== undefined) return after
  after = await record(await findNonceEvidence(context, chain, getSignedStep(after, step)))
  return record(await findDeadlineEvidence(context, { chain, intent: after, step }))
}

/** True if nothing is left to look up: it is final by its entry and has the requested confirmations. */
export const isSettled = ({ conclusion }: JournalTx, confirmations: number): boolean =>
  conclusion.isFinal && (conclusion.stage === 'void' || conclusion.depth >= confirmations)

async function queryEndpoints(chain: Chain, tx: JournalTx, at: 'one' | 'all'): Promise<readonly TransactionCheck[]> {
  const known = tx.conclusion.receipt
  const query = { hash: tx.hash, sender: tx.payload.from, known }
  const looks = await chain.checkTransaction(query, at)
  const found = looks.find(({ receipt }) => receipt !== undefined)?.receipt ?? known
  const isClear = at === 'all' ? agree(looks) : looks.every((look) => !isNews(look, tx))
  return isClear ? looks : chain.checkTransaction({ ...query, known: found }, 'all')
}

const agree = (looks: readonly TransactionCheck[]): boolean =>
  new Set(looks.map(({ receipt, seen }) => receipt?.blockHash ?? (seen === 'behind' ? 'behind' : 'none'))).size <= 1

function isNews(look: TransactionCheck, { conclusion, nonce }: JournalTx): boolean {
  const before = conclusion.receipt
  if (look.receipt?.blockHash !== before?.blockHash && look.seen !== 'behind') return true
  if (before === undefined) return look.nonce > nonce
  return look.head.number - before.block + 1 >= conclusion.finalDepth
}

interface LookContext {
  readonly chain: Chain
  readonly intent: Intent
  readonly tx: JournalTx
  readonly look: TransactionCheck
}

async function toObservation(at: Seconds, { chain, intent, tx, look }: LookContext): Promise<LookObservation> {
  const { receipt, ...seen } = look
  const observed = { kind: 'look', at, hash: tx.hash, ...seen } as const
  if (receipt === undefined) return observed
  return { ...observed, receipt: await readReceiptFacts({ chain, intent, tx }, receipt) }
}

async function readReceiptFacts(
  { chain, intent, tx }: Omit<LookContext, 'look'>,
  receipt: Receipt,
): Promise<ReceiptFacts> {
  const { logs: _, ...facts } = receipt
  const before = tx.conclusion.receipt
  if (before?.blockHash === facts.blockHash && (before.received ?? before.reason) !== undefined)
    return { ...before, ...facts }
  if (facts.status === 'reverted') return { ...facts, reason: await findReason(chain, tx, receipt) }
  const received = tx.step === 'swap' ? await findAmountReceived(chain, intent, { receipt, tx }) : undefined
  return { ...facts, ...(received === undefined ? {} : { received }) }
}

function findReason(chain: Chain, { payload, hash }: JournalTx, receipt: Receipt): Promise<RevertReason> {
  const { from, to, data, value, gasLimit } = payload
  return findRevertReason(chain, { call: { from, to, data, value }, hash, receipt, gasLimit })
}

/** The search begins this many blocks before the one at which the nonce was free: that answer may have lagged. */
const lagBlocks = 20

/** The nonce is used and no endpoint shows our transaction in a block: finds the transaction that used it. */
async function findNonceEvidence(context: TradeContext, chain: Chain, tx: JournalTx): Promise<readonly Observation[]> {
  const looks = tx.observations.filter((one) => one.kind === 'look')
  if (!looks.some(({ nonce }) => nonce > tx.nonce)) return []
  const free = tx.observations.flatMap((one) => {
    if (one.kind === 'nonce-at') return one.nonce <= tx.nonce ? [one.block.number] : []
    return one.kind === 'look' && one.nonce <= tx.nonce ? [one.head.number] : []
  })
  const freeAt = Math.max(0, Math.max(0, ...free) - lagBlocks)
  const user = await chain.findNonceUser({ sender: tx.payload.from, nonce: tx.nonce, freeAt })
  return user === undefined ? [] : [{ kind: 'nonce-used', at: context.clock.now(), hash: tx.hash, ...user }]
}

/** Past the deadline by the chain's clock: reads the nonce at the newest final block. */
async function findDeadlineEvidence(
  context: TradeContext,
  { chain, intent, step }: SignedStep,
): Promise<readonly Observation[]> {
  const { observations, conclusion, payload, hash } = getSignedStep(intent, step)
  const deadline = step === 'swap' ? intent.trade?.deadline : undefined
  const heads = observations.flatMap((one) => (one.kind === 'look' ? [one.head] : []))
  if (deadline === undefined || conclusion.stage === 'replaced' || !heads.some(({ time }) => time > deadline)) return []
  const final = Math.max(...heads.map(({ number }) => number)) - conclusion.finalDepth + 1
  if (final < 0) return []
  const states = await chain.nonceAt(payload.from, final)
  const at = context.clock.now()
  return states.flatMap(({ endpoint, block, nonce }) =>
    block.time > deadline ? [{ kind: 'nonce-at', at, endpoint, hash, block, nonce, final: true } as const] : [],
  )
}
