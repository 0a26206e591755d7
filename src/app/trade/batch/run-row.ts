/** One row of a run, from its fresh quote to the end that the journal's evidence shows. */
import type { BatchRunContext } from '#app/trade/batch/context'
import type { GasAllowance } from '#app/trade/batch/gas-allowance'
import { findGasCost } from '#app/trade/batch/gas-cost'
import { noFees, rowGuards, toQuoteRequest } from '#app/trade/batch/plan-row'
import { createRowDialogue } from '#app/trade/batch/row-dialogue'
import { fail, isFailure, SwapError } from '#domain/errors'
import { type Intent, purposeOf } from '#domain/journal/swap'
import type { BatchObserver, BatchRecord, ReportedRow } from '#domain/trade/batch/batches'
import { describeOrder } from '#domain/trade/batch/order'
import type { PlannedRow } from '#domain/trade/batch/plan'
import { concludeRow, type RowFailure } from '#domain/trade/batch/state'
import type { SwapRequest } from '#domain/trade/trader'
import { type Amount, amount, million, nativeToken } from '#domain/units'

/** Seconds after a transaction's deadline until it is proven void on most networks. */
const settleSeconds = 120

export interface RowRun {
  readonly record: Pick<BatchRecord, 'id'>
  readonly planned: PlannedRow
  /** The key of its intent: the same in every run of the batch. */
  readonly key: string
  readonly gas: GasAllowance
  readonly confirmations: number
  /** Approves the rest of its lane again, once another command has used what was approved for it. */
  readonly approveAgain?: (() => Promise<RowFailure | undefined>) | undefined
}

/**
 * Swaps a row, or follows what was signed for it under its key. A failure of the row is its result and does not throw.
 */
export async function runRow(context: BatchRunContext, run: RowRun, observer: BatchObserver): Promise<ReportedRow> {
  const { trader, store } = context
  const { planned, key, gas, record } = run
  const { id, network } = planned.order
  const failure = await swapWithAllowance(context, run, observer)
  const intent = await trader.findByKey(key)
  const gasCost = await findGasCost(trader, intent)
  gas.record(network, key, gasCost)
  const isSigned = intent !== undefined && purposeOf(intent) !== undefined
  if (!isSigned || failure === undefined) await store.noteFailure(record.id, id, failure)
  const isCancelled = failure?.code === 'BATCH_CANCELLED'
  const state = concludeRow(intent, { failure: isSigned ? undefined : failure, isCancelled })
  // that another transaction did it is no failure of the row
  return { planned, state, failure: state === 'done' ? undefined : failure, intent, gasCost }
}

/** The failure of `work`, if it is one of the table. */
export async function attempt(work: () => Promise<unknown>): Promise<RowFailure | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (!(error instanceof SwapError) || error.code === 'INTERNAL') throw error
    return { code: error.code, message: error.message }
  }
}

/** Nothing is signed for a swap that lacks its allowance, so it may be tried again. */
async function swapWithAllowance(
  context: BatchRunContext,
  run: RowRun,
  observer: BatchObserver,
): Promise<RowFailure | undefined> {
  let lacksAllowance = false
  const failure = await attempt(() =>
    swapOrFollow(context, run, observer).catch((error: unknown) => {
      lacksAllowance = isFailure(error, 'ESTIMATE_GAS_FAILED') && error.details.check === 'allowance'
      throw error
    }),
  )
  if (!lacksAllowance || run.approveAgain === undefined || !needsApproval(run.planned)) return failure
  return (await run.approveAgain()) ?? (await attempt(() => swapOrFollow(context, run, observer)))
}

async function swapOrFollow(context: BatchRunContext, run: RowRun, observer: BatchObserver): Promise<void> {
  const { trader } = context
  const { planned, key, confirmations, gas, record } = run
  const { order } = planned
  const batch = { batch: record.id, isCancelled: () => context.store.isCancelled(record.id), trader }
  const dialogue = createRowDialogue({ network: order.network, key, gas, row: order.id, ...batch }, observer)
  const known = await trader.findByKey(key)
  const limits = { confirmations, timeoutSeconds: order.deadlineSeconds + settleSeconds, wait: true }
  if (isSigned(known)) await trader.resume(known, limits, dialogue)
  else await trader.swap({ ...(await toSwapRequest(context, planned)), key, ...limits }, dialogue)
}

const isSigned = (intent: Intent | undefined): intent is Intent =>
  intent !== undefined && purposeOf(intent) !== undefined

/** The row's request with its limits, those of its plan included. */
export async function toSwapRequest(
  context: Pick<BatchRunContext, 'trader'>,
  { order, quote, sellAmount, problem }: PlannedRow,
): Promise<Omit<SwapRequest, 'confirmations' | 'timeoutSeconds' | 'wait'>> {
  const selling = await resolveSellAmount(context, { order, sellAmount, problem })
  return {
    key: undefined,
    typed: describeOrder(order),
    account: order.account.name,
    quote: { request: toQuoteRequest(order, selling, order.account.address) },
    // what `exact` approves is approved for all rows of the lane at once
    approve: order.approve === 'exact' ? 'never' : order.approve,
    requote: 'auto',
    guards: {
      ...rowGuards(order),
      maxGas: undefined,
      acceptedMinimum: quote && sellAmount && amount((quote.minimumOut * selling) / sellAmount),
    },
    deadlineSeconds: order.deadlineSeconds,
    fees: noFees,
    dryRun: false,
  }
}

/** A share of the balance is taken when the row's turn comes, and is never more than was planned and approved. */
async function resolveSellAmount(
  { trader }: Pick<BatchRunContext, 'trader'>,
  { order, sellAmount, problem }: Pick<PlannedRow, 'order' | 'sellAmount' | 'problem'>,
): Promise<Amount> {
  if ('raw' in order.amount) return order.amount.raw
  if (sellAmount === undefined)
    throw fail('INVALID_AMOUNT', { value: 'max', reason: `the plan found none to sell: ${problem?.message ?? ''}` })
  const held = await trader.getSpendable(order.network, order.account.address, order.sell)
  const part = (held * BigInt(order.amount.share)) / million
  const least = part < sellAmount ? part : sellAmount
  if (least === 0n) throw fail('INVALID_AMOUNT', { value: 'max', reason: 'the account holds none to spend' })
  return amount(least)
}

export const needsApproval = ({ order: { approve, sell } }: Pick<PlannedRow, 'order'>): boolean =>
  approve === 'exact' && sell.address !== nativeToken
