import { join } from 'node:path'
import type { Clock } from '#domain/clock'
import { fail } from '#domain/errors'
import { decodeLossless, encodeLossless } from '#domain/lossless-json'
import type { BatchDraft, BatchRecord, BatchStore, StoredRow } from '#domain/trade/batch/batches'
import type { BatchLimits } from '#domain/trade/batch/order'
import type { BatchPlan } from '#domain/trade/batch/plan'
import type { RowFailure } from '#domain/trade/batch/state'
import { type Seconds, seconds } from '#domain/units'
import { isBatchCancelled } from '#store/batch/cancelled'
import type { Database, SqlRow } from '#store/database'
import { toIdRange } from '#store/id-prefix'
import { decodeRow, integer, maybeInteger, maybeText, text } from '#store/row'
import { withFileLock } from '#store/sqlite/file-lock'

export interface BatchStoreContext {
  readonly database: () => Promise<Database>
  /** The folder of the lock files. */
  readonly directory: string
  readonly clock: Pick<Clock, 'elapsed' | 'sleep'>
}

/** A run is worked on for hours, so nobody waits for its lock; to start one takes as long as a few writes. */
const patienceMs = { run: 1_000, start: 20_000 } as const

/** The database must be open with `synchronous=FULL`. */
export function createBatchStore({ database, directory, clock }: BatchStoreContext): BatchStore {
  return {
    insert: async (draft, at) => insert(await database(), draft, at),
    find: async (reference) => find(await database(), reference),
    listWithRows: async (rows) => listWithRows(await database(), rows),
    noteFailure: async (id, row, failure) => noteFailure(await database(), { id, row, failure }),
    cancel: async (id, at) => {
      const db = await database()
      db.run('UPDATE batches SET cancelled_at = ? WHERE id = ? AND cancelled_at IS NULL', at, id)
    },
    isCancelled: async (id) => isBatchCancelled(await database(), id),
    replacePlan: async (draft, changed) => replacePlan(await database(), draft, new Set(changed)),
    withLock: (what, work) => {
      const [name, timeoutMs] = what === 'start' ? ['start', patienceMs.start] : [what.run, patienceMs.run]
      const file = { path: join(directory, `batch-${name}.lock`), what: what === 'start' ? 'batches' : `batch ${name}` }
      return withFileLock({ clock, timeoutMs }, file, work)
    },
  }
}

/** A changed row gets another key: the journal binds a key to what it was first used for. */
const keyOf = (id: string, row: string, revision: number): string =>
  revision === 1 ? `batch:${id}:${row}` : `batch:${id}:${row}:${revision}`

function insert(db: Database, { id, plan, limits }: BatchDraft, at: Seconds): void {
  db.transaction(() => {
    db.run(
      'INSERT INTO batches (id, plan, limits, created_at) VALUES (?, ?, ?, ?)',
      ...[id, encodeLossless(plan), encodeLossless(limits), at],
    )
    for (const { order } of plan.rows) insertRow(db, id, order.id)
  })
}

const insertRow = (db: Database, id: string, row: string): void =>
  void db.run('INSERT INTO batch_rows (batch, row, key, revision) VALUES (?, ?, ?, 1)', id, row, keyOf(id, row, 1))

function find(db: Database, reference: string): BatchRecord {
  const [row] = findRows(db, reference)
  if (row === undefined) throw fail('BATCH_NOT_FOUND', { id: reference })
  return readRecord(db, row)
}

function findRows(db: Database, reference: string): readonly SqlRow[] {
  if (reference === 'last') return db.all('SELECT * FROM batches ORDER BY seq DESC LIMIT 1')
  const range = toIdRange(reference)
  if (range === undefined) return []
  const found = db.all('SELECT * FROM batches WHERE id >= ? AND id < ? LIMIT 100', range.from, range.below)
  if (found.length > 1) throw fail('QUOTE_AMBIGUOUS', { id: reference, count: found.length })
  return found
}

const listWithRows = (db: Database, rows: readonly string[]): readonly BatchRecord[] =>
  db
    .all(
      `SELECT * FROM batches WHERE id IN (SELECT batch FROM batch_rows WHERE row IN (SELECT value FROM json_each(?)))
       ORDER BY seq DESC`,
      JSON.stringify(rows),
    )
    .map((row) => readRecord(db, row))
    .filter(({ memory }) => rows.some((row) => memory.has(row)))

function readRecord(db: Database, row: SqlRow): BatchRecord {
  const id = text(row, 'id')
  const cancelledAt = maybeInteger(row, 'cancelled_at')
  const rows = db.all('SELECT * FROM batch_rows WHERE batch = ?', id)
  return decodeRow(db, `batch ${id}`, () => {
    const plan = decodeLossless<BatchPlan>(text(row, 'plan'))
    const planned = new Set(plan.rows.map(({ order }) => order.id))
    const memory = rows.map((one) => [text(one, 'row'), readMemory(one, cancelledAt !== undefined)] as const)
    return {
      id,
      plan,
      limits: decodeLossless<BatchLimits>(text(row, 'limits')),
      createdAt: seconds(integer(row, 'created_at')),
      cancelledAt: cancelledAt === undefined ? undefined : seconds(cancelledAt),
      memory: new Map(memory.filter(([name]) => planned.has(name))),
      formerKeys: rows.flatMap((one) => listFormerKeys(id, one)),
    }
  })
}

const listFormerKeys = (id: string, row: SqlRow): readonly string[] =>
  Array.from({ length: integer(row, 'revision') - 1 }, (_, i) => keyOf(id, text(row, 'row'), i + 1))

function readMemory(row: SqlRow, isCancelled: boolean): StoredRow {
  const failure = maybeText(row, 'failure')
  return {
    key: text(row, 'key'),
    failure: failure === undefined ? undefined : decodeLossless<RowFailure>(failure),
    isCancelled,
  }
}

interface FailureNote {
  readonly id: string
  readonly row: string
  readonly failure: RowFailure | undefined
}

function noteFailure(db: Database, { id, row, failure }: FailureNote): void {
  const value = failure === undefined ? null : encodeLossless(failure)
  db.run('UPDATE batch_rows SET failure = ? WHERE batch = ? AND row = ?', value, id, row)
}

function replacePlan(db: Database, { id, plan, limits }: BatchDraft, changed: ReadonlySet<string>): void {
  db.transaction(() => {
    const before = db.all('SELECT row, revision FROM batch_rows WHERE batch = ?', id)
    const known = new Set(before.map((row) => text(row, 'row')))
    for (const stored of before) {
      const [row, revision] = [text(stored, 'row'), integer(stored, 'revision') + 1]
      // a row that is gone is kept: its earlier keys lead to what was paid for it, and it may come back as another one
      if (changed.has(row))
        db.run(
          'UPDATE batch_rows SET key = ?, revision = ?, failure = NULL WHERE batch = ? AND row = ?',
          ...[keyOf(id, row, revision), revision, id, row],
        )
    }
    for (const { order } of plan.rows) if (!known.has(order.id)) insertRow(db, id, order.id)
    db.run('UPDATE batches SET plan = ?, limits = ? WHERE id = ?', encodeLossless(plan), encodeLossless(limits), id)
  })
}
