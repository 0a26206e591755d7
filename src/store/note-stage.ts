import { fail } from '#domain/errors'
import { type Mined, type Stage, type Step, stages } from '#domain/swap'
import type { Seconds } from '#domain/units'
import type { Database, Row } from '#store/database'
import { encodeLossless } from '#store/lossless-json'
import { decoded, maybeText, oneOf, text } from '#store/row'
import { earlyStages, mayFollow } from '#store/stage-order'

export interface Progress {
  readonly id: string
  readonly step: Step
  readonly stage: Stage
  readonly at: Seconds
  readonly mined?: Mined
  readonly bought?: bigint
}

/** Stages of a transaction that is in no block: what a block had said of it no longer holds. */
const unmined: ReadonlySet<Stage> = new Set(['submitted', 'unknown'])

/**
 * Notes how far a step has come. The same stage again only refreshes its facts, and writes nothing when those are the
 * same too; a stage that would lead back is ignored. `built` and `simulated` may be noted before anything is signed.
 */
export function advance(db: Database, progress: Progress): void {
  const { id, step, stage } = progress
  db.transaction(() => {
    const [row] = db.all('SELECT stage, mined, hash FROM transactions WHERE intent = ? AND step = ?', id, step)
    if (row === undefined) return noteEarly(db, progress)
    const now = decoded(db, `intent ${id}`, () => oneOf(stages, row, 'stage'))
    if (now !== stage && !mayFollow(now, stage)) return undefined
    refresh(db, progress, row)
    if (now !== stage) note(db, progress, text(row, 'hash'))
    return undefined
  })
}

function refresh(db: Database, { id, step, stage, mined, bought }: Progress, row: Row): void {
  const before = maybeText(row, 'mined') ?? null
  const facts = unmined.has(stage) ? null : mined === undefined ? before : encodeLossless(mined)
  if (text(row, 'stage') !== stage || before !== facts)
    db.run('UPDATE transactions SET stage = ?, mined = ? WHERE intent = ? AND step = ?', stage, facts, id, step)

  if (step !== 'swap' && step !== 'wrap') return
  if (bought !== undefined)
    db.run('UPDATE intents SET bought = ?1 WHERE id = ?2 AND bought IS NOT ?1', String(bought), id)
  else if (unmined.has(stage)) db.run('UPDATE intents SET bought = NULL WHERE id = ? AND bought IS NOT NULL', id)
}

function noteEarly(db: Database, progress: Progress): void {
  const { id, step, stage } = progress
  if (!earlyStages.has(stage)) throw fail('INTERNAL', { reason: `intent ${id} has no signed ${step}` })
  const [last] = db.all('SELECT stage FROM timeline WHERE intent = ? ORDER BY seq DESC LIMIT 1', id)
  if (last === undefined) throw fail('INTERNAL', { reason: `there is no intent ${id}` })
  if (text(last, 'stage') !== stage) note(db, progress, null)
}

function note(db: Database, { id, step, stage, at }: Progress, hash: string | null): void {
  db.run('INSERT INTO timeline (intent, step, stage, at, hash) VALUES (?, ?, ?, ?, ?)', id, step, stage, at, hash)
}
