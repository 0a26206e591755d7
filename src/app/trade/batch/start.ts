/** Whether a batch may become a run: its rows must not be another run's. */
import type { BatchRunContext } from '#app/trade/batch/context'
import { buildReport } from '#app/trade/batch/report'
import { fail, isFailure } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import { purposeOf } from '#domain/journal/swap'
import type { Token } from '#domain/token'
import type {
  BatchBeginOptions,
  BatchRecord,
  BatchReport,
  BatchStartOptions,
  BatchStore,
  BatchWishes,
  ReportedRow,
} from '#domain/trade/batch/batches'
import { type BatchLimits, type BatchOrder, compareOrders, laneOf, sortByDependency } from '#domain/trade/batch/order'
import type { PlannedApproval, PlannedRow } from '#domain/trade/batch/plan'
import { isOpen } from '#domain/trade/batch/state'
import { amount, wei } from '#domain/units'

/** For so long after its swap was signed a row id belongs to the run that used it: 30 days. */
const memorySeconds = 30 * 86_400

const noLimits: BatchLimits = { maxGas: {}, onError: 'stop', maxFailures: undefined }

interface RelatedRuns {
  /** That of the plan itself, whatever its rows are now. */
  readonly own: BatchReport | undefined
  /** Those that share a row id with the orders, newest first. */
  readonly others: readonly BatchReport[]
}

async function findRelated(
  { trader, store }: BatchRunContext,
  ids: readonly string[],
  plan: string | undefined,
): Promise<RelatedRuns> {
  const records = await store.listWithRows(ids)
  const own = plan === undefined ? undefined : await findRecord(store, plan)
  const others = records.filter(({ id }) => id !== own?.id)
  return {
    own: own && (await buildReport(trader, own)),
    others: await Promise.all(others.map((record) => buildReport(trader, record))),
  }
}

async function findRecord(store: Pick<BatchStore, 'find'>, id: string): Promise<BatchRecord | undefined> {
  try {
    return await store.find(id)
  } catch (error) {
    if (!isFailure(error, 'BATCH_NOT_FOUND')) throw error
    return undefined
  }
}

/** The run of a plan, and those with a row's id that are unfinished or have swapped it lately: it is not swapped again. */
export async function findBegun(
  context: BatchRunContext,
  ids: readonly string[],
  plan: string | undefined,
): Promise<readonly BatchReport[]> {
  const { own, others } = await findRelated(context, ids, plan)
  const since = context.clock.now() - memorySeconds
  const isTold = (run: BatchReport): boolean => isUnfinished(run) || listTaken(run, ids, since).length > 0
  return [...(own === undefined ? [] : [own]), ...others.filter(isTold)]
}

/** Some row may still be signed, or is signed and not settled. */
const isUnfinished = ({ isCancelled, rows }: BatchReport): boolean =>
  !isCancelled && rows.some(({ state }) => isOpen(state) || state === 'sent')

const ordersOf = ({ plan }: BatchReport | BatchWishes): readonly BatchOrder[] => plan.rows.map(({ order }) => order)

const idsOf = (orders: readonly BatchOrder[]): readonly string[] => orders.map(({ id }) => id)

/**
 * The run that a batch of these orders belongs to already: that of their plan, or the unfinished one of these orders. It
 * is never one of other orders, unless it is cancelled and signs nothing; nor one that would carry out a row for less than
 * a plan that was agreed to since.
 * @throws `DUPLICATE_ID`; `BATCH_CHANGED` unless changes are accepted
 */
export async function checkOrders(
  context: BatchRunContext,
  orders: readonly BatchOrder[],
  options: BatchStartOptions,
): Promise<BatchReport | undefined> {
  const { own, others } = await findRelated(context, idsOf(orders), options.plan)
  const sorted = sortByDependency(orders) ?? orders
  const keepsAll = (run: BatchReport): boolean => listDifferences(run, sorted, options).length === 0
  if (own !== undefined && (own.isCancelled || keepsAll(own))) return own
  const same = others.find((run) => isUnfinished(run) && keepsAll(run))
  if (same !== undefined) return same
  const changed = own ?? others.find(isUnfinished)
  if (changed !== undefined) requireChangesAccepted(changed, sorted, options)
  const since = context.clock.now() - memorySeconds
  if (!options.allowDuplicate) for (const run of others) if (run !== changed) refuseDuplicates(run, orders, since)
  return undefined
}

/** What would be carried out otherwise than these orders, or than the plan of them that was agreed to. */
const listDifferences = (
  run: BatchReport,
  orders: readonly BatchOrder[],
  { rows = [] }: BatchStartOptions,
): readonly string[] => [
  ...compareOrders(ordersOf(run), orders),
  ...run.rows.flatMap(({ planned, state }) => {
    const agreed = isOpen(state) ? rows.find(({ order }) => order.id === planned.order.id) : undefined
    return agreed === undefined ? [] : describeWorse(planned, agreed)
  }),
]

/** How a row that the run has planned would sell more, or accept less, than a newer plan says. */
function describeWorse(planned: PlannedRow, agreed: PlannedRow): readonly string[] {
  const { id, sell, buy } = agreed.order
  const say = (raw: bigint, { decimals, symbol }: Token) => `${formatDecimal(raw, decimals)} ${symbol}`
  const worse: string[] = []
  const [sold, most] = [planned.sellAmount, agreed.sellAmount]
  if (most !== undefined && sold !== undefined && sold > most)
    worse.push(`${id}: what it sells was ${say(sold, sell)}, now ${say(most, sell)}`)
  const [accepted, least] = [planned.quote?.minimumOut, agreed.quote?.minimumOut]
  if (least !== undefined && (accepted === undefined || accepted < least))
    worse.push(
      `${id}: its minimum was ${accepted === undefined ? 'not known' : say(accepted, buy)}, now ${say(least, buy)}`,
    )
  return worse
}

/** A finished run takes no changes, and its plan's id is its own. @throws `BATCH_CHANGED` */
function requireChangesAccepted(run: BatchReport, orders: readonly BatchOrder[], options: BatchStartOptions): void {
  const isFinished = !isUnfinished(run)
  if (options.acceptChanges && !isFinished) return
  const differs = listDifferences(run, orders, options)
  throw fail('BATCH_CHANGED', { id: run.id, differs, ...(isFinished ? { isFinished } : {}) })
}

/**
 * Stores a run. Under one lock for all, so that two processes cannot begin the same batch as two runs.
 * @returns its id, or that of the unfinished run of the same orders
 * @throws `DUPLICATE_ID`, `BATCH_CHANGED`, and what `requireAllowed` throws
 */
export const startBatch = (context: BatchRunContext, draft: BatchWishes, options: BatchBeginOptions): Promise<string> =>
  context.store.withLock('start', async () => {
    const { store, clock } = context
    const orders = ordersOf(draft)
    const same = await checkOrders(context, orders, { ...options, plan: draft.id })
    if (same !== undefined) {
      options.requireAllowed?.(same.plan)
      return same.id
    }
    const { own, others } = await findRelated(context, idsOf(orders), draft.id)
    const changed = own ?? others.find(isUnfinished)
    if (changed !== undefined) return changeBatch(context, changed, { draft, options })
    await store.insert({ ...draft, limits: { ...noLimits, ...draft.limits } }, clock.now())
    return draft.id
  })

/** Goes on with an unfinished run under changed orders. @throws `BATCH_CHANGED` if a signed row would change; `USAGE` */
async function changeBatch(
  { store, trader }: BatchRunContext,
  { id }: BatchReport,
  { draft, options }: { readonly draft: BatchWishes; readonly options: BatchBeginOptions },
): Promise<string> {
  return store.withLock({ run: id }, async () => {
    const run = await buildReport(trader, await store.find(id)) // another process may have worked on it until now
    const [before, now] = [ordersOf(run), ordersOf(draft)]
    const differs = compareOrders(before, now)
    const changed = new Set(listChangedRows(before, now))
    const signed = run.rows.flatMap(({ planned: { order }, state }) =>
      changed.has(order.id) && !isOpen(state) ? [order.id] : [],
    )
    if (signed.length > 0) throw fail('BATCH_CHANGED', { id: run.id, differs, signed })
    const known = new Map(run.rows.map((row) => [row.planned.order.id, row]))
    const rows = draft.plan.rows.map((row) => choosePlanned(row, changed.has(row.order.id) ? undefined : known))
    const approvals = keepApprovals(run.plan.approvals, draft.plan.approvals)
    const limits = { ...run.limits, ...draft.limits }
    requireLimitOfEach(limits, now)
    const plan = { ...draft.plan, rows, approvals }
    options.requireAllowed?.(plan) // before it is stored: the next resume carries out what is
    await store.replacePlan({ id: run.id, plan, limits }, [...changed])
    return run.id
  })
}

/**
 * An open row is carried out as the new plan says, which was agreed to. One that is signed stays as it was planned, as the
 * new plan counts it once more; and so does one that the new plan has no quote of, if it sells the same: its minimum holds.
 */
function choosePlanned(fresh: PlannedRow, known: ReadonlyMap<string, ReportedRow> | undefined): PlannedRow {
  const before = known?.get(fresh.order.id)
  if (before === undefined) return fresh
  const { planned, state } = before
  const isSafer = fresh.quote === undefined && fresh.sellAmount === planned.sellAmount
  return isOpen(state) && !isSafer ? fresh : planned
}

/** A change names no limit of gas for a network that the run did not have before. @throws `USAGE` */
function requireLimitOfEach({ maxGas }: BatchLimits, orders: readonly BatchOrder[]): void {
  const isLimited = Object.keys(maxGas).length > 0
  const missing = isLimited && orders.find(({ network }) => maxGas[network] === undefined)
  if (!missing) return
  throw fail('USAGE', {
    reason: `The batch has a limit of gas, and none for ${missing.network}, which its rows use now.`,
    fix: 'name it for all networks: --max-gas <amount>',
  })
}

/** What was approved for rows that are gone was paid for and may be left over, so the run goes on to name it. */
function keepApprovals(before: readonly PlannedApproval[], now: readonly PlannedApproval[]) {
  const keyOf = (one: PlannedApproval): string => `${laneOf(one)}:${one.token.address}`
  const planned = new Set(now.map(keyOf))
  const nothing = { amount: amount(0n), transactions: 0, expectedGasCost: wei(0n), maxGasCost: wei(0n) } as const
  return [...now, ...before.filter((one) => !planned.has(keyOf(one))).map((one) => ({ ...one, ...nothing }))]
}

/** Rows that ask for something else now, or are gone. */
const listChangedRows = (before: readonly BatchOrder[], now: readonly BatchOrder[]): readonly string[] =>
  before.flatMap((order) => {
    const fresh = now.filter(({ id }) => id === order.id)
    return compareOrders([order], fresh).length > 0 ? [order.id] : []
  })

/** A row that another run swapped lately, or may still swap, must not be swapped again. @throws `DUPLICATE_ID` */
function refuseDuplicates(run: BatchReport, orders: readonly BatchOrder[], since: number): void {
  const taken = listTaken(run, idsOf(orders), since)
  if (taken.length > 0) throw fail('DUPLICATE_ID', { id: run.id, rows: taken })
}

const listTaken = (run: BatchReport, ids: readonly string[], since: number): readonly string[] =>
  run.rows
    .filter((row) => ids.includes(row.planned.order.id) && isTaken(run, row, since))
    .map(({ planned }) => planned.order.id)

/**
 * It was done lately; or however long ago it still may be: when its run is resumed, or when the chain undoes a block that
 * is not final.
 */
function isTaken(run: BatchReport, { state, intent }: ReportedRow, since: number): boolean {
  if (isOpen(state)) return !run.isCancelled
  const signed = intent && purposeOf(intent)
  if (signed === undefined) return false
  return state === 'done' ? signed.signedAt >= since : !signed.conclusion.isFinal
}
