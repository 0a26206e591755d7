import type { TradeContext } from '#app/context'
import { findRevertReason } from '#app/trade/explain/revert-reason'
import { readAmountLogged, readBalanceGain } from '#app/trade/steps/received'
import { getSignedStep, type SignedStep } from '#app/trade/steps/send'
import type { NonceUser, Reach, TransactionCheck, TransactionQuery } from '#domain/chain/chain-evidence'
import type { Chain, Receipt } from '#domain/chain/port'
import type { RevertReason } from '#domain/failures/revert-reason'
import { isToldForGood } from '#domain/journal/call-outcome'
import { findLatestLooks, sameMomentSeconds, withoutStuck, withSteadyTimes } from '#domain/journal/looks'
import { findConfigured } from '#domain/journal/objections'
import type {
  AskedObservation,
  LookObservation,
  NonceAtObservation,
  NonceUsedObservation,
  Observation,
  ReceiptFacts,
} from '#domain/journal/observations'
import { type Intent, isSale, type JournalTx, type TxVersion } from '#domain/journal/swap'
import type { Hex, Seconds } from '#domain/units'

/**
 * Looks up every version of a signed step on the chain, records what the endpoints show, and returns the conclusion. A change (it
 * entered or left a block, is deep enough, its nonce is used) is confirmed with every endpoint before it is recorded,
 * as one may lag or lie. What ends it for good needs the answers of all of them, however slow they are.
 * @param at `all` asks every endpoint in any case
 * @param confirmations if more than the entry requires, a final stage is looked up again
 */
export async function refreshStep(
  context: TradeContext,
  { chain, intent, step }: SignedStep,
  at: Reach,
  confirmations = 0,
): Promise<Intent> {
  const tx = getSignedStep(intent, step)
  if (isSettled(tx, confirmations)) return intent
  const looks = await queryEndpoints(chain, tx, at, confirmations)
  const moment = context.clock.now() // one time for all of them: their order matters
  const seen = await Promise.all(looks.map((look) => toObservation(moment, { chain, intent, tx, ...look })))
  const record = (observations: readonly Observation[]): Promise<Intent> =>
    observations.length === 0 ? Promise.resolve(after) : context.journal.addObservations(intent.id, step, observations)

  let after = intent
  after = await record([...noteEndpoints(moment, chain, tx), ...seen])
  if (getSignedStep(after, step).conclusion.receipt !== undefined) return after
  // while one has it in a block, nothing else can be proven to have used the nonce, and the search takes many questions
  const isShown = looks.some(({ check }) => check.seen === 'mined' || check.seen === 'behind')
  const used = isShown ? [] : await findNonceEvidence(moment, chain, getSignedStep(after, step))
  const findLate = (): Promise<readonly Observation[]> =>
    findDeadlineEvidence(moment, { chain, intent: after, step }, at === 'every' ? 'every' : 'all')
  const late = await findLate()
  const isHeard = (name: string): boolean => looks.some(({ check }) => check.endpoint === name)
  if (used.length + late.length > 0 && at !== 'every' && !chain.endpoints.every(isHeard))
    return refreshStep(context, { chain, intent: after, step }, 'every', confirmations)
  after = await record(used)
  return record(used.length === 0 ? late : await findLate())
}

/** The endpoints in the settings, unless the step's evidence has them. */
export function noteEndpoints(
  at: Seconds,
  { endpoints }: Pick<Chain, 'endpoints'>,
  { observations, versions: [{ hash }] }: Pick<ObservedStep, 'observations' | 'versions'>,
): readonly AskedObservation[] {
  const isNoted = findConfigured(observations)?.join() === endpoints.join()
  return isNoted ? [] : [{ kind: 'asked', at, endpoint: '', hash, endpoints }]
}

/**
 * True if nothing is left to look up: it is final by its entry and has the requested confirmations. How another transaction
 * ended that made the same call may still be told later.
 */
export const isSettled = ({ conclusion }: JournalTx, confirmations: number): boolean =>
  isToldForGood(conclusion) && (conclusion.stage === 'void' || conclusion.depth >= confirmations)

/** What looking a step up needs of it. */
export type ObservedStep = Pick<JournalTx, 'versions' | 'conclusion' | 'nonce' | 'hash' | 'observations' | 'payload'>

/** What an endpoint shows of one version. */
export interface VersionCheck {
  readonly version: TxVersion
  readonly check: TransactionCheck
}

/**
 * Every version is looked up each time: whichever is mined concludes the step.
 * @param confirmations the depth that the caller waits for; the entry's if 0
 */
export async function queryEndpoints(
  chain: Chain,
  tx: ObservedStep,
  at: Reach,
  confirmations = 0,
): Promise<readonly VersionCheck[]> {
  const before = tx.conclusion.receipt
  const first = await checkVersions(chain, tx, at, (hash) => (hash === tx.hash ? before : undefined))
  const isClear = at !== 'one' ? agree(first) : first.every((look) => !isNews(look, tx, confirmations))
  if (isClear) return first
  const found = (hash: Hex) =>
    first.find(({ version, check }) => version.hash === hash && check.receipt !== undefined)?.check.receipt
  return checkVersions(
    chain,
    tx,
    at === 'every' ? at : 'all',
    (hash) => found(hash) ?? (hash === tx.hash ? before : undefined),
  )
}

async function checkVersions(
  chain: Chain,
  { versions, payload: { from } }: ObservedStep,
  at: Reach,
  knownOf: (hash: Hex) => TransactionQuery['known'],
): Promise<readonly VersionCheck[]> {
  const checks = versions.map(async (version) => {
    const query = { hash: version.hash, sender: from, known: knownOf(version.hash) }
    return (await chain.checkTransaction(query, at)).map((check) => ({ version, check }))
  })
  return (await Promise.all(checks)).flat()
}

/** Whether the endpoints show each version in the same block with the same end, or all of them in none. */
function agree(looks: readonly VersionCheck[]): boolean {
  const blocks = new Map<Hex, Set<string>>()
  for (const { version, check } of looks) {
    const { receipt, seen } = check
    const shown =
      receipt === undefined ? (seen === 'behind' ? 'behind' : 'none') : `${receipt.blockHash} ${receipt.status}`
    blocks.set(version.hash, (blocks.get(version.hash) ?? new Set()).add(shown))
  }
  return [...blocks.values()].every(({ size }) => size <= 1)
}

function isNews(
  { version, check }: VersionCheck,
  { conclusion, nonce, hash }: ObservedStep,
  confirmations: number,
): boolean {
  const before = version.hash === hash ? conclusion.receipt : undefined
  if (check.receipt?.blockHash !== before?.blockHash && check.seen !== 'behind') return true
  if (conclusion.receipt === undefined) return check.nonce > nonce
  const depth = confirmations === 0 ? conclusion.finalDepth : Math.min(confirmations, conclusion.finalDepth)
  return before !== undefined && check.head.number - before.block + 1 >= depth
}

interface LookContext extends VersionCheck {
  readonly chain: Chain
  readonly intent: Intent
  readonly tx: JournalTx
}

async function toObservation(at: Seconds, look: LookContext): Promise<LookObservation> {
  const { receipt, ...seen } = look.check
  const observed = { kind: 'look', at, hash: look.version.hash, ...seen } as const
  return receipt === undefined ? observed : { ...observed, receipt: await readReceiptFacts(look, receipt) }
}

async function readReceiptFacts(
  { chain, intent, tx, version, check: { endpoint } }: LookContext,
  receipt: Receipt,
): Promise<ReceiptFacts> {
  const { logs: _, ...facts } = receipt
  if (version.kind === 'cancel') return facts // it brings nothing
  const isSameBlock = (known: Pick<ReceiptFacts, 'blockHash'> | undefined) => known?.blockHash === facts.blockHash
  if (facts.status === 'reverted') {
    const known = isSameBlock(tx.conclusion.receipt) ? tx.conclusion.receipt?.reason : undefined
    return { ...facts, reason: known ?? (await findReason(chain, version, receipt)) }
  }
  if (tx.step !== 'swap') return facts
  // from what this endpoint shows: the amount that another one told is no evidence of this one
  const own = findLatestLooks(tx.observations).find((one) => one.endpoint === endpoint && isSameBlock(one.receipt))
  const received =
    readAmountLogged(chain, intent, { receipt, tx: version }) ??
    own?.receipt?.received ??
    (await readBalanceGain(chain, intent, { receipt, tx: version }))
  return { ...facts, ...(received === undefined ? {} : { received }) }
}

export function findReason(chain: Chain, { payload, hash }: TxVersion, receipt: Receipt): Promise<RevertReason> {
  const { from, to, data, value, gasLimit } = payload
  return findRevertReason(chain, { call: { from, to, data, value }, hash, receipt, gasLimit })
}

/** The search begins this many blocks before the one at which the nonce was free: that answer may have lagged. */
const lagBlocks = 20

/**
 * The nonce is used and no endpoint shows our transaction in a block: finds the transaction that used it.
 * @param at when the endpoints were asked what they show: however long this takes, it is weighed against that
 */
export async function findNonceEvidence(at: Seconds, chain: Chain, tx: ObservedStep): Promise<readonly Observation[]> {
  const looks = tx.observations.filter((one) => one.kind === 'look')
  if (!looks.some(({ nonce }) => nonce > tx.nonce)) return []
  const free = tx.observations.flatMap((one) => {
    if (one.kind === 'nonce-at') return one.nonce <= tx.nonce ? [one.block.number] : []
    return one.kind === 'look' && one.nonce <= tx.nonce ? [one.head.number] : []
  })
  const freeAt = Math.max(0, Math.max(0, ...free) - lagBlocks)
  const own = tx.versions.map(({ hash }) => hash)
  const user = await chain.findNonceUser({ sender: tx.payload.from, nonce: tx.nonce, freeAt, own })
  if (user === undefined) return []
  const { call, ...found } = user
  const { to, data, value } = tx.versions[0].payload
  const isSame = call !== undefined && call.to === to && call.data === data && call.value === value
  const end = isSame ? { sameCall: true as const, ...(await findEnd(chain, user, tx)) } : {}
  return [{ kind: 'nonce-used', at, hash: tx.versions[0].hash, ...found, ...end }]
}

/**
 * How a transaction ended in its block, and what it paid; nothing if an endpoint that has come so far shows otherwise, or
 * nothing. A fee that they tell differently is left out.
 */
async function findEnd(
  chain: Chain,
  { by: hash, block, blockHash }: NonceUser,
  { payload: { from: sender } }: Pick<ObservedStep, 'payload'>,
): Promise<Pick<NonceUsedObservation, 'status' | 'feePaid'>> {
  const looks = await chain.checkTransaction({ hash, sender, known: { block, blockHash } }, 'all')
  const receipts = looks.flatMap(({ receipt }) => receipt ?? [])
  const [first] = receipts
  const isShown = ({ receipt, seen, head }: TransactionCheck): boolean =>
    receipt === undefined
      ? seen === 'behind' || head.number < block
      : receipt.blockHash === blockHash && receipt.status === first?.status
  if (first === undefined || !looks.every(isShown)) return {}
  const { status, feePaid } = first
  return { status, ...(receipts.every((one) => one.feePaid === feePaid) && { feePaid }) }
}

/**
 * Past the deadline by the chain's clock: reads the nonce at the newest block that is final by every endpoint.
 * @param at as above
 */
async function findDeadlineEvidence(
  at: Seconds,
  { chain, intent, step }: SignedStep,
  reach: 'all' | 'every',
): Promise<readonly NonceAtObservation[]> {
  const { observations, conclusion, payload, versions, nonce } = getSignedStep(intent, step)
  const [{ hash }] = versions
  const isCancelled = versions.some(({ kind }) => kind === 'cancel') // it may be mined at any time
  const deadline = isSale(step) && !isCancelled ? intent.trade?.deadline : undefined
  if (deadline === undefined || conclusion.stage === 'replaced') return []
  const looks = findLatestLooks(withSteadyTimes(observations))
  const newest = Math.max(...looks.map((look) => look.at))
  const now = looks.filter((look) => look.at >= newest - sameMomentSeconds)
  if (!looks.some(({ head }) => head.time > deadline)) return []
  const final = Math.min(...withoutStuck(now).map(({ head }) => head.number)) - conclusion.finalDepth + 1
  if (final < 0) return []
  const states = await chain.nonceAt(payload.from, final, reach)
  if (states.some(({ block }) => block.time <= deadline)) return [] // one that says otherwise invented its block
  return states.flatMap((state) => {
    const pruned = now.findLast(({ endpoint }) => endpoint === state.endpoint)?.nonce
    const own = state.nonce ?? (pruned !== undefined && pruned <= nonce ? pruned : undefined)
    return own === undefined ? [] : [{ kind: 'nonce-at', at, hash, ...state, nonce: own, final: true } as const]
  })
}
