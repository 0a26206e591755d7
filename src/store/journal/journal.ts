import { fail } from '#domain/errors'
import type { IntentDraft, IntentFilter, Journal } from '#domain/journal/journal'
import type { Observation } from '#domain/journal/observations'
import { requireReplaceable } from '#domain/journal/outcome'
import {
  type AttemptKind,
  type Intent,
  type IntentTrade,
  type SignedReplacement,
  type SignedTx,
  type Step,
  transactionOf,
} from '#domain/journal/swap'
import { encodeLossless } from '#domain/lossless-json'
import { type Address, evm, type NetworkName, type Seconds } from '#domain/units'
import { isBatchCancelled } from '#store/batch/cancelled'
import type { Database, SqlRow } from '#store/database'
import { listAllowanceUses, listFromNonce } from '#store/journal/allowance-rows'
import { addEvidence } from '#store/journal/evidence-rows'
import { findIntent } from '#store/journal/find-intent'
import { findByKey, readIntent } from '#store/journal/intent-rows'
import { listOrders, recordOrder, voidOrder } from '#store/journal/order-rows'
import { readByQuote } from '#store/journal/quote-rows'
import { integer, maybeText, text } from '#store/row'

/** Default number of intents in a list. */
const defaultListLimit = 100

/** The depth at which the network's entry counts a block as final; at least 1. */
export type FinalDepth = (network: NetworkName) => number

/** A journal's database with what its conclusions depend on. */
export interface JournalFile {
  readonly db: Database
  readonly finalDepth: FinalDepth
}

/**
 * What this machine has signed and the evidence of its outcome. The database must be open with `synchronous=FULL`. It
 * is opened at the first use.
 */
export function createJournal(context: {
  readonly database: () => Promise<Database>
  readonly finalDepth: FinalDepth
}): Journal {
  const file = async (): Promise<JournalFile> => ({ db: await context.database(), finalDepth: context.finalDepth })
  return {
    open: async (draft) => open(await file(), draft),
    bindTrade: async (id, trade) => bind(await context.database(), id, trade),
    noteStage: async (id, stage, at) => noteStage(await context.database(), { id, stage, at }),
    recordSigned: async (id, tx, at, seen = [], batch) =>
      saveSigned(await context.database(), { id, tx, at, seen, batch }),
    recordSignature: async (id, tx, at, seen = []) => saveSignature(await file(), { id, tx, at, seen }),
    recordReplacement: async (id, tx, at) => saveReplacement(await file(), { id, tx, at }),
    recordL1Fee: async (id, version) => raiseL1Fee(await context.database(), id, version),
    addObservations: async (id, step, observations) => observe(await file(), { id, step, observations }),
    findByKey: async (key) => findByKey(await file(), key),
    find: async (reference) => {
      const opened = await file()
      return toIntent(opened, findIntent(opened.db, reference))
    },
    readByQuote: async (id) => readByQuote(await file(), id),
    highestNonce: async (network, from, since) => findHighestNonce(await file(), { network, from, since }),
    findByNonce: async (network, from, nonce) => findByNonce(await file(), { network, from, nonce }),
    listFromNonce: async (network, from, nonce) => listFromNonce(await file(), { network, from, nonce }),
    listAllowanceUses: async (network, from) => listAllowanceUses(await context.database(), network, from),
    list: async (filter = {}) => list(await file(), filter),
    recordOrder: async (order) => recordOrder(await context.database(), order),
    voidOrder: async (digest) => voidOrder(await context.database(), digest),
    listOrders: async (signedSince) => listOrders(await context.database(), signedSince),
  }
}

const toIntent = (file: JournalFile, row: SqlRow | undefined): Intent | undefined =>
  row === undefined ? undefined : readIntent(file, row)

/** Two processes that use the same key at once get the same intent: the second insert does nothing. */
function open(file: JournalFile, draft: IntentDraft): Intent {
  const { db } = file
  return db.transaction(() => {
    const { id, key, kind, network, chainId, from, at, request } = draft
    const made = db.run(
      `INSERT INTO intents (id, key, kind, network, chain_id, sender, created_at, request)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
      ...[id, key, kind, network, chainId, evm(from), at, request === undefined ? null : encodeLossless(request)],
    )
    if (made === 1) db.run(`INSERT INTO timeline (intent, stage, at) VALUES (?, 'built', ?)`, id, at)
    const intent = findByKey(file, key)
    if (intent === undefined) throw fail('INTERNAL', { reason: `intent ${id} was not opened` })
    return intent
  })
}

function bind(db: Database, id: string, trade: IntentTrade): void {
  const { bought: _, ...promised } = trade // what was received is concluded from evidence alone
  const bound = db.run(
    `UPDATE intents SET trade = ?, quote_id = ? WHERE id = ? AND NOT EXISTS
       (SELECT 1 FROM steps WHERE intent = intents.id AND step IN ('swap', 'wrap', 'cross'))`,
    ...[encodeLossless(promised), trade.quoteId, id],
  )
  if (bound === 0) throw fail('INTERNAL', { reason: `intent ${id} is unknown, or its swap is signed already` })
}

function noteStage(db: Database, { id, stage, at }: { id: string; stage: string; at: Seconds }): void {
  db.transaction(() => {
    const [last] = db.all('SELECT stage FROM timeline WHERE intent = ? ORDER BY seq DESC LIMIT 1', id)
    if (last === undefined) throw fail('INTERNAL', { reason: `there is no intent ${id}` })
    if (text(last, 'stage') !== stage)
      db.run('INSERT INTO timeline (intent, stage, at) VALUES (?, ?, ?)', id, stage, at)
  })
}

interface SignedRecord {
  readonly id: string
  readonly tx: SignedTx
  readonly at: Seconds
  readonly seen: readonly Observation[]
  readonly batch: string | undefined
}

function saveSigned(db: Database, { id, tx, at, seen, batch }: SignedRecord): void {
  const { step, payload } = tx
  db.transaction(() => {
    if (batch !== undefined && isBatchCancelled(db, batch)) throw fail('BATCH_CANCELLED', { id: batch })
    const made = db.run(
      `INSERT INTO steps (intent, step, network, chain_id, sender, created_at)
       SELECT id, ?, network, chain_id, sender, ? FROM intents WHERE id = ? AND chain_id = ? AND sender = ?
       ON CONFLICT (intent, step) DO NOTHING`,
      ...[step, at, id, payload.chainId, evm(payload.from)],
    )
    if (made === 0) {
      const reason = `intent ${id} has signed its ${step} before, or the payload is of another account or chain`
      throw fail('INTERNAL', { reason })
    }
    addAttempt(db, { id, at }, tx, 'original')
    addEvidence(db, { id, step }, seen)
  })
}

/** Inside a transaction. The constraints of the table decide what may be added. */
function addAttempt(
  db: Database,
  { id, at }: Pick<SignedRecord, 'id' | 'at'>,
  { step, payload, nonce, hash, raw, budget, sending, l1Fee }: SignedTx,
  kind: AttemptKind,
): void {
  db.run(
    `INSERT INTO attempts (step, nonce, hash, raw, payload, signed_at, kind, budget, sending, l1_fee)
     SELECT seq, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM steps WHERE intent = ? AND step = ?`,
    ...[nonce, hash, raw, encodeLossless(payload), at],
    ...[kind, encodeOptional(budget), encodeOptional(sending), l1Fee === undefined ? null : String(l1Fee), id, step],
  )
  db.run(`INSERT INTO timeline (intent, step, stage, at, hash) VALUES (?, ?, 'signed', ?, ?)`, id, step, at, hash)
}

const encodeOptional = (value: object | undefined): string | null =>
  value === undefined ? null : encodeLossless(value)

function saveSignature(file: JournalFile, { id, tx, at, seen }: Omit<SignedRecord, 'batch'>): void {
  const { db } = file
  db.transaction(() => {
    const before = transactionOf(requireIntent(file, id), tx.step)
    if (before === undefined) throw fail('INTERNAL', { reason: `intent ${id} has no signed ${tx.step}` })
    addAttempt(db, { id, at }, tx, 'original')
    addEvidence(db, { id, step: tx.step }, seen)
  })
}

interface ReplacementRecord {
  readonly id: string
  readonly tx: SignedReplacement
  readonly at: Seconds
}

/** The evidence is read and the version written in one transaction: what another process recorded meanwhile counts. */
function saveReplacement(file: JournalFile, { id, tx, at }: ReplacementRecord): void {
  const { db } = file
  db.transaction(() => {
    const before = transactionOf(requireIntent(file, id), tx.step)
    if (before === undefined) throw fail('INTERNAL', { reason: `intent ${id} has no signed ${tx.step}` })
    requireReplaceable(id, before, tx.replaces)
    addAttempt(db, { id, at }, tx, tx.kind)
  })
}

/** Read and written in one transaction: two commands may send the same file. */
function raiseL1Fee(db: Database, id: string, { step, hash, l1Fee }: Parameters<Journal['recordL1Fee']>[1]): void {
  db.transaction(() => {
    const [attempt] = db.all(
      `SELECT a.seq, a.l1_fee FROM attempts a JOIN steps s ON s.seq = a.step
       WHERE s.intent = ? AND s.step = ? AND a.hash = ?`,
      ...[id, step, hash],
    )
    if (attempt === undefined) throw fail('INTERNAL', { reason: `intent ${id} has no ${step} ${hash}` })
    if (BigInt(maybeText(attempt, 'l1_fee') ?? '0') >= l1Fee) return
    db.run('UPDATE attempts SET l1_fee = ? WHERE seq = ?', String(l1Fee), integer(attempt, 'seq'))
  })
}

interface NewEvidence {
  readonly id: string
  readonly step: Step
  readonly observations: readonly Observation[]
}

/** Adds evidence; if the conclusion differs from the timeline's last stage, the timeline records the change. */
function observe(file: JournalFile, { id, step, observations }: NewEvidence): Intent {
  const { db } = file
  return db.transaction(() => {
    addEvidence(db, { id, step }, observations)
    const intent = requireIntent(file, id)
    const tx = transactionOf(intent, step)
    if (tx === undefined) throw fail('INTERNAL', { reason: `intent ${id} has no signed ${step}` })
    const last = intent.timeline.findLast((event) => event.step === step)?.stage
    const news = observations.findLast((one) => one.kind !== 'broadcast' || one.outcome !== 'begun')
    if (news === undefined || tx.stage === last) return intent
    db.run(
      'INSERT INTO timeline (intent, step, stage, at, hash) VALUES (?, ?, ?, ?, ?)',
      ...[id, step, tx.stage, news.at, tx.hash],
    )
    return requireIntent(file, id)
  })
}

function requireIntent(file: JournalFile, id: string): Intent {
  const intent = toIntent(file, file.db.all('SELECT * FROM intents WHERE id = ?', id)[0])
  if (intent === undefined) throw fail('INTERNAL', { reason: `there is no intent ${id}` })
  return intent
}

interface NonceQuery {
  readonly network: NetworkName
  readonly from: Address
  readonly since: Seconds
}

/**
 * Steps that are proven void, replaced or in a final block no longer hold a nonce. Neither do bytes that were never
 * broadcast: the caller holds the account's lock, so the process that signed them has died. All others may hold one.
 */
function findHighestNonce(file: JournalFile, { network, from, since }: NonceQuery): number | undefined {
  const rows = file.db.all(
    `SELECT * FROM intents WHERE id IN
       (SELECT s.intent FROM steps s JOIN attempts a ON a.step = s.seq
        WHERE network = ? AND sender = ? AND a.signed_at >= ?)`,
    ...[network, evm(from), since],
  )
  const held = rows
    .flatMap((row) => readIntent(file, row).transactions)
    .filter(({ conclusion, signedAt }) => !conclusion.isFinal && conclusion.stage !== 'signed' && signedAt >= since)
  return held.length === 0 ? undefined : Math.max(...held.map(({ nonce }) => nonce))
}

function findByNonce(
  file: JournalFile,
  { network, from, nonce }: Pick<NonceQuery, 'network' | 'from'> & { readonly nonce: number },
): readonly Intent[] {
  const rows = file.db.all(
    `SELECT * FROM intents WHERE id IN
       (SELECT s.intent FROM steps s JOIN attempts a ON a.step = s.seq
        WHERE s.network = ? AND s.sender = ? AND a.nonce = ?)`,
    ...[network, evm(from), nonce],
  )
  return rows
    .map((row) => readIntent(file, row))
    .filter(({ transactions }) => transactions.some((tx) => tx.nonce === nonce && !tx.conclusion.isFinal))
}

function list(file: JournalFile, filter: IntentFilter): readonly Intent[] {
  const { from, network, since, until, signedSince, limit = defaultListLimit } = filter
  const conditions: readonly (readonly [sql: string, value: string | number | undefined])[] = [
    ['sender = ?', from === undefined ? undefined : evm(from)],
    ['network = ?', network],
    ['created_at >= ?', since],
    ['created_at < ?', until],
    ['id IN (SELECT s.intent FROM attempts a JOIN steps s ON s.seq = a.step WHERE a.signed_at >= ?)', signedSince],
  ]
  const used = conditions.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]))
  const where = used.length === 0 ? '' : `WHERE ${used.map(({ sql }) => sql).join(' AND ')}`
  const rows = file.db.all(
    `SELECT * FROM intents ${where} ORDER BY seq DESC LIMIT ?`,
    ...used.map(({ value }) => value),
    limit === 0 ? -1 : limit,
  )
  return rows.map((row) => readIntent(file, row))
}
