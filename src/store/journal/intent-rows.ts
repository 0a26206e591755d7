import { conclude } from '#domain/journal/evidence'
import type { Attempt, Observation } from '#domain/journal/observations'
import type { PrivateSending } from '#domain/journal/private-sending'
import {
  attemptKinds,
  type GasBudget,
  type Intent,
  type IntentTrade,
  isSale,
  type JournalTx,
  purposeOf,
  type Stage,
  stages,
  steps,
  type TxVersion,
  type TypedRequest,
  toAgreedFacts,
} from '#domain/journal/swap'
import { decodeLossless } from '#domain/lossless-json'
import type { Payload } from '#domain/payload'
import { evm, hex, networkName, type Seconds, seconds, wei } from '#domain/units'
import type { Database, SqlRow } from '#store/database'
import { readEvidence } from '#store/journal/evidence-rows'
import type { JournalFile } from '#store/journal/journal'
import { decodeRow, integer, maybeText, oneOf, text } from '#store/row'

const kinds: readonly Intent['kind'][] = ['swap', 'approve', 'deploy', 'cross', 'claim']

/** Stages of an intent that has signed nothing for its purpose. */
const earlyStages: ReadonlySet<Stage> = new Set(['built', 'simulated', 'declined'])

/** The intent created with exactly this key. */
export function findByKey(file: JournalFile, key: string): Intent | undefined {
  const [row] = file.db.all('SELECT * FROM intents WHERE key = ?', key)
  return row === undefined ? undefined : readIntent(file, row)
}

/** The whole intent of a row of `intents`, with its steps in the order they were first signed. */
export function readIntent({ db, finalDepth }: JournalFile, row: SqlRow): Intent {
  const id = text(row, 'id')
  const signed = db.all(
    `SELECT a.*, s.step AS name, s.seq AS step_seq FROM attempts a JOIN steps s ON s.seq = a.step
     WHERE s.intent = ? ORDER BY a.seq`,
    id,
  )
  const noted = db.all('SELECT step, stage, at, hash FROM timeline WHERE intent = ? ORDER BY seq', id)
  return decodeRow(db, `intent ${id}`, () => {
    const kind = oneOf(kinds, row, 'kind')
    const network = networkName(text(row, 'network'))
    const promised = readTrade(row)
    const terms = { finalDepth: finalDepth(network), deadline: promised?.deadline }
    const transactions = groupBySteps(signed).map((versions) => readTransaction(db, versions, terms))
    const timeline = noted.map(readEvent)
    const early = timeline.findLast(({ stage }) => earlyStages.has(stage))?.stage ?? 'built'
    const request = maybeText(row, 'request')
    const trade = promised && { ...promised, ...readReceived(kind, transactions) }
    return {
      id,
      key: text(row, 'key'),
      kind,
      network,
      chainId: integer(row, 'chain_id'),
      from: evm(text(row, 'sender')),
      stage: deriveStage(kind, transactions, early),
      ...(trade === undefined ? {} : { trade }),
      transactions,
      timeline,
      createdAt: seconds(integer(row, 'created_at')),
      ...(request === undefined ? {} : { request: decodeLossless<TypedRequest>(request) }),
    }
  })
}

/**
 * How far an intent has come, from its transactions in the order they were signed: 1. the stage of the transaction it
 * exists for, once that is signed; 2. otherwise that of its latest preparation that is pending or failed, since nothing
 * can follow it; 3. otherwise `early`, the stage recorded before anything was signed: mined preparations do not count.
 */
function deriveStage(kind: Intent['kind'], transactions: readonly JournalTx[], early: Stage): Stage {
  const purpose = purposeOf({ kind, transactions })
  if (purpose !== undefined) return purpose.stage
  return transactions.findLast(({ stage }) => stage !== 'confirmed' && stage !== 'mined')?.stage ?? early
}

function readTrade(row: SqlRow): IntentTrade | undefined {
  const stored = maybeText(row, 'trade')
  if (stored === undefined) return undefined
  const trade = decodeLossless<IntentTrade | null>(stored)
  // a trade without its deadline would never be void
  if (!Number.isSafeInteger(trade?.deadline)) throw new RangeError('the trade has no deadline')
  return trade ?? undefined
}

/** What the recipient received, by the current evidence. */
function readReceived(kind: Intent['kind'], transactions: readonly JournalTx[]): Pick<IntentTrade, 'bought'> {
  const amount = purposeOf({ kind, transactions })?.conclusion.receipt?.received
  return amount === undefined ? {} : { bought: amount }
}

interface IntentTerms {
  readonly finalDepth: number
  readonly deadline: Seconds | undefined
}

type Versions = JournalTx['versions']
type VersionRows = readonly [SqlRow, ...SqlRow[]]

/** The versions of each step, steps and versions in the order they were signed. */
function groupBySteps(rows: readonly SqlRow[]): readonly VersionRows[] {
  const steps = new Map<number, [SqlRow, ...SqlRow[]]>()
  for (const row of rows) {
    const versions = steps.get(integer(row, 'step_seq'))
    if (versions === undefined) steps.set(integer(row, 'step_seq'), [row])
    else versions.push(row)
  }
  return [...steps.values()]
}

function readTransaction(db: Database, rows: VersionRows, { finalDepth, deadline }: IntentTerms): JournalTx {
  const [first, ...later] = rows
  const step = oneOf(steps, { step: first['name'] }, 'step')
  const nonce = integer(first, 'nonce')
  const observations = readEvidence(db, integer(first, 'step_seq'))
  const versions = sortVersions([readVersion(first), ...later.map(readVersion)], observations)
  const attempts = [toAttempt(versions[0], nonce), ...versions.slice(1).map((one) => toAttempt(one, nonce))] as const
  const terms = { finalDepth, deadline: isSale(step) ? deadline : undefined }
  const conclusion = conclude(attempts, observations, terms)
  const version = versions.find(({ hash }) => hash === conclusion.hash) ?? versions[0]
  return {
    ...version,
    step,
    nonce,
    signedAt: seconds(Math.max(...versions.map((one) => one.signedAt))), // the newest one's clock may have been set back
    stage: conclusion.stage,
    conclusion,
    versions,
    observations,
    ...(conclusion.receipt === undefined ? {} : { mined: toAgreedFacts(conclusion.receipt) }),
  }
}

/**
 * The last one is broadcast, so further signatures of the original come first: before one that a node was given, as nodes
 * refuse another transaction of its nonce that pays the same, and before what replaces them, whenever they were stored.
 */
function sortVersions(versions: Versions, observations: readonly Observation[]): Versions {
  const handed = new Set(observations.flatMap((one) => (one.kind === 'broadcast' ? [one.hash] : [])))
  const rankOf = ({ kind, hash }: TxVersion): number => (kind !== 'original' ? 2 : handed.has(hash) ? 1 : 0)
  const [first = versions[0], ...later] = [...versions].sort((a, b) => rankOf(a) - rankOf(b))
  return [first, ...later]
}

function readVersion(row: SqlRow): TxVersion {
  const budget = maybeText(row, 'budget')
  const sending = maybeText(row, 'sending')
  const l1Fee = maybeText(row, 'l1_fee')
  return {
    kind: oneOf(attemptKinds, row, 'kind'),
    payload: decodeLossless<Payload>(text(row, 'payload')),
    raw: hex(text(row, 'raw')),
    hash: hex(text(row, 'hash')),
    signedAt: seconds(integer(row, 'signed_at')),
    ...(budget === undefined ? {} : { budget: decodeLossless<GasBudget>(budget) }),
    ...(sending === undefined ? {} : { sending: decodeLossless<PrivateSending>(sending) }),
    ...(l1Fee === undefined ? {} : { l1Fee: wei(BigInt(l1Fee)) }),
  }
}

const toAttempt = ({ hash, kind, sending }: TxVersion, nonce: number): Attempt => ({
  hash,
  kind,
  nonce,
  ...(sending === undefined ? {} : { sending }),
})

function readEvent(row: SqlRow): Intent['timeline'][number] {
  const hash = maybeText(row, 'hash')
  return {
    stage: oneOf(stages, row, 'stage'),
    ...(maybeText(row, 'step') === undefined ? {} : { step: oneOf(steps, row, 'step') }),
    at: seconds(integer(row, 'at')),
    ...(hash === undefined ? {} : { hash: hex(hash) }),
  }
}
