import type { BatchContext, BatchRunContext } from '#app/trade/batch/context'
import { createGasAllowance } from '#app/trade/batch/gas-allowance'
import { planBatch } from '#app/trade/batch/plan'
import { buildReport, findOtherIntents, memoryOf } from '#app/trade/batch/report'
import { refuseReplacement } from '#app/trade/batch/row-dialogue'
import { runBatch } from '#app/trade/batch/run'
import { attempt, runRow, toSwapRequest } from '#app/trade/batch/run-row'
import { checkOrders, findBegun, startBatch } from '#app/trade/batch/start'
import { fail, isFailure, SwapError } from '#domain/errors'
import type { Batches, BatchObserver, BatchRecord, BatchReport, RehearsedRow } from '#domain/trade/batch/batches'
import type { BatchPlan, PlannedRow } from '#domain/trade/batch/plan'
import { isOpen } from '#domain/trade/batch/state'
import type { Dialogue } from '#domain/trade/dialogue'

export const createBatches = (context: BatchContext): Batches => ({
  plan: (orders, observer) => planBatch(context.quoting, orders, observer),
  check: (orders, options) => checkOrders(context, orders, options),
  start: (draft, options) => startBatch(context, draft, options),
  run: (id, options, observer) => runBatch(context, id, options, observer),
  rehearse: (plan, observer) => rehearse(context, plan, observer),
  report: async (reference, { ask }) => {
    const record = await context.store.find(reference)
    if (ask) await askChain(context, record)
    return buildReport(context.trader, record)
  },
  cancel: (reference, observer) => cancelBatch(context, reference, observer),
  outcome: (id, cause) => concludeOutcome(context, id, cause),
  outcomeOfRows: async (rows, plan, cause) => tellSent(cause, await findBegun(context, rows, plan)),
})

/** Looks up every row that is signed and not final. */
async function askChain({ trader }: BatchRunContext, record: BatchRecord): Promise<void> {
  const { rows } = await buildReport(trader, record)
  for (const { intent, state } of rows)
    if (
      intent !== undefined &&
      state !== 'waiting' &&
      intent.transactions.some(({ conclusion }) => !conclusion.isFinal)
    )
      await trader.status(intent.id)
}

const silent: Dialogue = {
  tell: () => undefined,
  confirmRisks: async () => undefined,
  confirmSwap: async () => undefined,
  confirmApproval: async () => undefined,
  confirmReplacement: refuseReplacement,
}

async function rehearse(
  context: BatchRunContext,
  plan: BatchPlan,
  observer: BatchObserver,
): Promise<readonly RehearsedRow[]> {
  const rows: RehearsedRow[] = []
  for (const planned of plan.rows) {
    if (observer.stop.aborted) break
    observer.tell({ what: 'started', row: planned.order.id })
    rows.push(await rehearseRow(context, planned))
  }
  return rows
}

async function rehearseRow(context: BatchRunContext, planned: PlannedRow): Promise<RehearsedRow> {
  let unsimulated: string | undefined
  const failure = await attempt(async () => {
    const { guards, ...request } = await toSwapRequest(context, planned)
    // the plan's minimum is that of its own turn, after the rows before it
    const own = { ...request, guards: { ...guards, acceptedMinimum: undefined }, dryRun: true }
    const limits = { confirmations: 1, timeoutSeconds: 0, wait: true }
    const outcome = await context.trader.swap({ ...own, typed: undefined, ...limits }, silent)
    unsimulated = outcome.unsimulated
  })
  if (failure !== undefined) return { planned, result: 'failed', why: failure.message }
  return { planned, result: unsimulated === undefined ? 'simulated' : 'built', why: unsimulated }
}

/**
 * The mark comes first. No signature of the batch is stored after it, so a row that has none by then is cancelled for good,
 * whatever another process is about to do with it. That process follows what was sent; if there is none, this one does.
 */
async function cancelBatch(context: BatchRunContext, reference: string, observer: BatchObserver): Promise<BatchReport> {
  const { store, trader, clock } = context
  const { id } = await store.find(reference)
  await store.cancel(id, clock.now())
  try {
    return await store.withLock({ run: id }, () => followCancelled(context, id, observer))
  } catch (error) {
    if (!isFailure(error, 'STORE_BUSY')) throw error
    return buildReport(trader, await store.find(id))
  }
}

async function followCancelled(context: BatchRunContext, id: string, observer: BatchObserver): Promise<BatchReport> {
  const { store, trader } = context
  const record = await store.find(id)
  const gas = createGasAllowance({ maxGas: {} })
  const { rows } = await buildReport(trader, record)
  for (const { planned, state } of rows) {
    if (state !== 'sent' || observer.stop.aborted) continue
    const { key } = memoryOf(record, planned.order.id)
    await runRow(context, { record, planned, key, gas, confirmations: 1 }, observer)
  }
  return buildReport(trader, record)
}

/** Where the journal cannot tell, rows may have been sent all the same. */
async function concludeOutcome(context: BatchRunContext, id: string, cause: SwapError): Promise<SwapError> {
  try {
    return await readOutcome(context, id, cause)
  } catch (error) {
    if (!(error instanceof SwapError)) throw error
    return fail('JOURNAL_UNREADABLE', { batch: id, reason: error.message }, { sent: true, why: cause.message })
  }
}

/** Approvals, too: they have a cost, and no row. */
function tellSent(cause: SwapError, runs: readonly BatchReport[]): SwapError {
  const sent = runs.find(
    ({ rows, gas }) =>
      gas.some(({ cost }) => cost > 0n) ||
      rows.some(({ intent }) => intent?.transactions.some(({ conclusion }) => conclusion.sent !== 'no')),
  )
  if (sent === undefined) return cause
  const why = `The batch has sent transactions before: swapline batch report ${sent.id.slice(0, 8)}`
  return cause.withContext({ sent: true, why })
}

async function readOutcome({ trader, store }: BatchRunContext, id: string, cause: SwapError): Promise<SwapError> {
  const record = await store.find(id)
  const { rows, counts } = await buildReport(trader, record)
  const why = cause.message
  const sent = rows.filter(({ state }) => state === 'sent')
  if (sent.length > 0) {
    const ids = sent.map(({ planned }) => planned.order.id)
    return fail('BATCH_PENDING', { id, rows: ids }, { sent: true, why, ...firstHash(sent) })
  }
  const intents = [...rows.map(({ intent }) => intent), ...(await findOtherIntents(trader, record))]
  const isUntouched =
    rows.every(({ state }) => isOpen(state) || state === 'cancelled') &&
    intents.every((one) => !one?.transactions.length)
  if (isUntouched) return cause.withContext({ sent: false })
  return fail('BATCH_STOPPED', { id, done: counts.done, total: rows.length }, { sent: true, why })
}

function firstHash([row]: BatchReport['rows']): { readonly txHash?: string } {
  const hash = row?.intent?.transactions.at(-1)?.hash
  return hash === undefined ? {} : { txHash: hash }
}
