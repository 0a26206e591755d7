/** A run of a batch: lanes at the same time, the rows of a lane one after the other. */
import { approveLane } from '#app/trade/batch/approve-lane'
import type { BatchRunContext } from '#app/trade/batch/context'
import { createGasAllowance, type GasAllowance } from '#app/trade/batch/gas-allowance'
import { buildReport, listOtherCosts, memoryOf } from '#app/trade/batch/report'
import { type RowRun, runRow } from '#app/trade/batch/run-row'
import { createPace, waitForRows, waitUntil } from '#app/trade/batch/turns'
import { fail } from '#domain/errors'
import { purposeOf } from '#domain/journal/swap'
import type { BatchObserver, BatchRecord, BatchReport, ReportedRow, RunOptions } from '#domain/trade/batch/batches'
import { type BatchLimits, laneOf } from '#domain/trade/batch/order'
import type { PlannedRow } from '#domain/trade/batch/plan'
import { isFailedState, isOpen, type RowFailure } from '#domain/trade/batch/state'
import { wei } from '#domain/units'

/** Everything that the lanes of one run share. */
interface Run {
  readonly record: BatchRecord
  readonly options: RunOptions
  readonly limits: BatchLimits
  readonly observer: BatchObserver
  readonly gas: GasAllowance
  /** Ends when no further row is to begin. */
  readonly stop: AbortSignal
  readonly pace: ReturnType<typeof createPace>
  /** The last known result of every row. */
  readonly results: Map<string, ReportedRow>
  /** Rows that this run does not touch any more. */
  readonly settled: Set<string>
  /** Counts a row's result; may stop the run. */
  end(row: ReportedRow): void
  /** No further row begins. */
  halt(): void
}

/**
 * Carries out a run under its lock. Whatever was signed, by this process or an earlier one, is followed by its key.
 * @throws `BATCH_CANCELLED`, `STORE_BUSY`
 */
export const runBatch = (
  context: BatchRunContext,
  id: string,
  options: RunOptions,
  observer: BatchObserver,
): Promise<BatchReport> =>
  context.store.withLock({ run: id }, async () => {
    const record = await context.store.find(id)
    if (record.cancelledAt !== undefined) throw fail('BATCH_CANCELLED', { id: record.id })
    observer.tell({ what: 'begun' })
    const before = await buildReport(context.trader, record)
    const run = await createRun(context, { record, before, options, observer })
    await settleLanes(groupByLane(before.rows).map((rows) => runLane(context, run, rows)))
    return buildReport(context.trader, await context.store.find(id))
  })

interface RunInput {
  readonly record: BatchRecord
  readonly before: BatchReport
  readonly options: RunOptions
  readonly observer: BatchObserver
}

async function createRun(context: BatchRunContext, { record, before, options, observer }: RunInput): Promise<Run> {
  const limits = { ...record.limits, ...options.limits }
  const gas = createGasAllowance(limits)
  for (const { planned, gasCost } of before.rows)
    gas.record(planned.order.network, memoryOf(record, planned.order.id).key, gasCost)
  for (const { network, key, cost } of await listOtherCosts(context.trader, record)) gas.record(network, key, cost)
  const halt = new AbortController()
  const stop = AbortSignal.any([observer.stop, halt.signal])
  const results = new Map(before.rows.map((row) => [row.planned.order.id, row]))
  const settled = new Set(
    before.rows.filter(({ state }) => !isOpen(state) && state !== 'sent').map(({ planned }) => planned.order.id),
  )
  const total = before.rows.length
  const maxFailures = limits.onError === 'stop' ? 0 : (limits.maxFailures ?? total)
  let failures = 0
  return {
    record,
    options,
    limits,
    observer,
    gas,
    stop,
    pace: createPace(context.clock, options.intervalMs),
    results,
    settled,
    halt: () => halt.abort(),
    end(row) {
      results.set(row.planned.order.id, row)
      settled.add(row.planned.order.id)
      const done = settled.size
      observer.tell({ what: 'ended', row, done, total })
      if (!isFailedState(row.state)) return
      failures++
      if (failures > maxFailures) halt.abort()
    },
  }
}

function groupByLane(rows: readonly ReportedRow[]): readonly (readonly ReportedRow[])[] {
  const lanes = new Map<string, ReportedRow[]>()
  for (const row of rows) {
    const lane = laneOf(row.planned.order)
    lanes.set(lane, [...(lanes.get(lane) ?? []), row])
  }
  return [...lanes.values()]
}

/** All lanes come to an end before a bug in one of them is thrown: none goes on unseen. */
async function settleLanes(lanes: readonly Promise<void>[]): Promise<void> {
  const ended = await Promise.allSettled(lanes)
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason
}

async function runLane(context: BatchRunContext, run: Run, rows: readonly ReportedRow[]): Promise<void> {
  try {
    await runRows(context, run, rows)
  } catch (error) {
    run.halt() // a bug: the other lanes finish what they have in work
    throw error
  } finally {
    for (const { planned } of rows) run.settled.add(planned.order.id) // rows of other lanes may wait for them
  }
}

/** Follows what is signed, approves what is left, then begins the rows that are open. */
async function runRows(context: BatchRunContext, run: Run, rows: readonly ReportedRow[]): Promise<void> {
  for (const { planned, state } of rows) if (state === 'sent' && !(await carryOut(context, run, planned))) return
  const open = rows.filter(({ state }) => isOpen(state)).map(({ planned }) => planned)
  if (await mustEnd(context, run)) return
  const unapproved = await approveLane(context, run, open)
  for (const [i, planned] of open.entries()) {
    const failure = unapproved.get(planned.order.id)
    if (!(await runOpenRow(context, run, open.slice(i), failure))) return
  }
}

/**
 * Runs the first of the open rows of a lane.
 * @returns false if the lane ends here
 */
async function runOpenRow(
  context: BatchRunContext,
  run: Run,
  open: readonly PlannedRow[],
  unapproved: RowFailure | undefined,
): Promise<boolean> {
  const [planned] = open
  if (planned === undefined) return true
  if (await mustEnd(context, run)) return false
  const obstacle = unapproved ?? (await takeTurn(context, run, planned))
  if (obstacle === 'not now') return true
  if (obstacle !== undefined) return failRow(context, run, planned, obstacle)
  if (await mustEnd(context, run)) return false
  run.observer.tell({ what: 'started', row: planned.order.id })
  const isSame = ({ order: { sell } }: PlannedRow) => sell.address === planned.order.sell.address
  const approveAgain = async () => (await approveLane(context, run, open.filter(isSame))).get(planned.order.id)
  return carryOut(context, run, planned, approveAgain)
}

const mustEnd = async ({ store }: BatchRunContext, { stop, record }: Run): Promise<boolean> =>
  stop.aborted || (await store.isCancelled(record.id))

/**
 * Waits until a row may begin.
 * @returns why it cannot, or `not now` if a row before it is still open
 */
async function takeTurn(
  { clock }: BatchRunContext,
  run: Run,
  { order }: PlannedRow,
): Promise<RowFailure | 'not now' | undefined> {
  const missing = await waitForRows(clock, run, order)
  if (missing !== undefined) {
    if (!isFailedState(run.results.get(missing)?.state ?? 'waiting')) return 'not now'
    return { code: 'AFTER_NOT_DONE', message: `It comes after row ${missing}, which is not done.` }
  }
  await waitUntil(clock, run, order)
  await run.pace.wait(run.stop)
  return undefined
}

/**
 * @returns false if the lane ends here: its next row would be priced and numbered after one that is still open. One whose nonce
 *   is used for good, by the same call of another program of which only the end is not known, is not open
 */
async function carryOut(
  context: BatchRunContext,
  run: Run,
  planned: PlannedRow,
  approveAgain?: RowRun['approveAgain'],
): Promise<boolean> {
  const { record, options, gas } = run
  const { key } = memoryOf(record, planned.order.id)
  const input = { record, planned, key, gas, confirmations: options.confirmations, approveAgain }
  const row = await runRow(context, input, run.observer)
  run.end(row)
  return row.state !== 'sent' || (row.intent !== undefined && purposeOf(row.intent)?.conclusion.isFinal === true)
}

async function failRow(context: BatchRunContext, run: Run, planned: PlannedRow, failure: RowFailure): Promise<boolean> {
  await context.store.noteFailure(run.record.id, planned.order.id, failure)
  run.end({ planned, state: 'failed', failure, intent: undefined, gasCost: wei(0n) })
  return true
}
