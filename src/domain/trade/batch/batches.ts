/** Batches as the command line uses them, and the memory behind them. */
import type { SwapError } from '#domain/errors'
import type { Intent } from '#domain/journal/swap'
import type { BatchLimits, BatchOrder } from '#domain/trade/batch/order'
import type { BatchPlan, PlannedRow, TokenTotal } from '#domain/trade/batch/plan'
import type { RowFailure, RowMemory, RowState } from '#domain/trade/batch/state'
import type { NetworkName, Seconds, Wei } from '#domain/units'

/** A run as it is stored. */
export interface BatchRecord {
  /** 32 hex digits: the beginning of the SHA-256 of its canonical plan. */
  readonly id: string
  readonly plan: BatchPlan
  readonly limits: BatchLimits
  readonly createdAt: Seconds
  readonly cancelledAt: Seconds | undefined
  /** By row id. */
  readonly memory: ReadonlyMap<string, StoredRow>
  /** Keys of rows before they were changed or removed: no swap was signed under them, but an approval may have been. */
  readonly formerKeys: readonly string[]
}

export interface StoredRow extends RowMemory {
  /** The key of its intent. */
  readonly key: string
}

export interface BatchDraft {
  readonly id: string
  readonly plan: BatchPlan
  readonly limits: BatchLimits
}

/** A batch as it is begun, with the limits that were named. */
export interface BatchWishes extends Omit<BatchDraft, 'limits'> {
  readonly limits: Partial<BatchLimits>
}

/** Durable memory of runs. Every write is on the disk when its promise resolves. */
export interface BatchStore {
  insert(draft: BatchDraft, at: Seconds): Promise<void>
  /** By id, a unique prefix of at least 8 digits, or `last`. @throws `BATCH_NOT_FOUND`, `QUOTE_AMBIGUOUS` */
  find(reference: string): Promise<BatchRecord>
  /** Runs with one of these rows, newest first. */
  listWithRows(rows: readonly string[]): Promise<readonly BatchRecord[]>
  noteFailure(id: string, row: string, failure: RowFailure | undefined): Promise<void>
  cancel(id: string, at: Seconds): Promise<void>
  isCancelled(id: string): Promise<boolean>
  /** Gives a run another plan. Rows in `changed` get a new key: no swap was ever signed under the old one. */
  replacePlan(draft: BatchDraft, changed: readonly string[]): Promise<void>
  /** One process at a time works on a run, or starts one. @throws `STORE_BUSY` */
  withLock<T>(what: { readonly run: string } | 'start', work: () => Promise<T>): Promise<T>
}

export interface ReportedRow {
  readonly planned: PlannedRow
  readonly state: RowState
  readonly failure: RowFailure | undefined
  /** The journal's record of it. */
  readonly intent: Intent | undefined
  /** Of its transactions: paid, or possibly still to be paid. */
  readonly gasCost: Wei
}

/** What a merged approval gave and rows did not sell. */
export interface BatchLeftover extends TokenTotal {
  readonly network: NetworkName
  readonly account: BatchOrder['account']
  /** As a sentence. */
  readonly words: string
  /** The command that takes it back. */
  readonly command: string
}

/** A run as the journal's evidence shows it. */
export interface BatchReport {
  readonly id: string
  readonly createdAt: Seconds
  readonly isCancelled: boolean
  readonly plan: BatchPlan
  readonly limits: BatchLimits
  readonly rows: readonly ReportedRow[]
  readonly counts: Readonly<Record<RowState, number>>
  readonly sold: readonly TokenTotal[]
  readonly bought: readonly TokenTotal[]
  /** Approvals included. */
  readonly gas: readonly { readonly network: NetworkName; readonly cost: Wei }[]
  readonly leftovers: readonly BatchLeftover[]
}

/** Events of a run. `done` counts rows that are finished, in whatever way. */
export type BatchEvent =
  | { readonly what: 'planning'; readonly row: string; readonly done: number; readonly total: number }
  /** From here on this process works on the run, and no other one does. */
  | { readonly what: 'begun' }
  | { readonly what: 'approving'; readonly network: NetworkName; readonly token: string }
  | { readonly what: 'started'; readonly row: string }
  | { readonly what: 'signed' | 'accepted'; readonly row: string; readonly intent: Intent }
  | { readonly what: 'waiting'; readonly row: string; readonly until: Seconds }
  | { readonly what: 'ended'; readonly row: ReportedRow; readonly done: number; readonly total: number }

export interface BatchObserver {
  tell(event: BatchEvent): void
  /** Aborted: the rows in work are finished, and no other is begun. */
  readonly stop: AbortSignal
}

export interface RunOptions {
  readonly confirmations: number
  /** At most one row is begun in this many milliseconds; 0 for no limit. */
  readonly intervalMs: number
  readonly limits?: Partial<BatchLimits>
}

export interface BatchStartOptions {
  readonly allowDuplicate: boolean
  readonly acceptChanges: boolean
  /** The id of the plan, if there is one already: its run is gone on with, finished or not. */
  readonly plan?: string | undefined
  /** Of that plan: a run of the same orders that was planned before must not sell more, or accept less. */
  readonly rows?: readonly PlannedRow[] | undefined
}

export interface BatchBeginOptions extends BatchStartOptions {
  /** Throws if a run must not go on with this plan, which counts rows that were signed before: nothing is stored then. */
  readonly requireAllowed?: (plan: BatchPlan) => void
}

/** What a dry run found out about a row. */
export interface RehearsedRow {
  readonly planned: PlannedRow
  readonly result: 'simulated' | 'built' | 'failed'
  readonly why: string | undefined
}

export interface Batches {
  /** Quotes every row; signs and stores nothing. */
  plan(orders: readonly BatchOrder[], observer: Pick<BatchObserver, 'tell'>): Promise<BatchPlan>
  /**
   * The run of this plan, or the unfinished run of exactly these orders: it is to be resumed.
   * @throws `DUPLICATE_ID`; `BATCH_CHANGED` unless changes are accepted
   */
  check(orders: readonly BatchOrder[], options: BatchStartOptions): Promise<BatchReport | undefined>
  /**
   * Stores a run, unless its rows are another run's. One that is gone on with keeps the limits that are not given.
   * @returns its id, or that of the unfinished run of the same orders
   * @throws `DUPLICATE_ID`, `BATCH_CHANGED`, and what `requireAllowed` throws
   */
  start(draft: BatchWishes, options: BatchBeginOptions): Promise<string>
  /**
   * Carries out a run, or goes on with it: what was signed is followed by its key and never signed again.
   * @throws `STORE_BUSY` if another process works on it, `BATCH_CANCELLED`
   */
  run(id: string, options: RunOptions, observer: BatchObserver): Promise<BatchReport>
  /** Builds and checks every row on the chain's current state; signs nothing. */
  rehearse(plan: BatchPlan, observer: BatchObserver): Promise<readonly RehearsedRow[]>
  /** As the journal knows it; with `ask`, the chain is asked about rows that are not settled. */
  report(reference: string, options: { readonly ask: boolean }): Promise<BatchReport>
  /** No further row is signed; rows that were are followed. */
  cancel(reference: string, observer: BatchObserver): Promise<BatchReport>
  /** The failure of a command that worked on a run and met `cause`, by the journal's evidence. */
  outcome(id: string, cause: SwapError): Promise<SwapError>
  /**
   * The failure of a command that has not begun a run yet: what the run of its plan, or an unfinished one with its rows,
   * has sent before is not denied.
   * @param plan its id, if the rows are a plan's
   */
  outcomeOfRows(rows: readonly string[], plan: string | undefined, cause: SwapError): Promise<SwapError>
}
