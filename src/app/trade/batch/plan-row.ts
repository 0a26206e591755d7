/** One row of a plan: its quote on the state that the earlier rows of its lane leave, and the balances after it. */
import type { QuoteContext } from '#app/context'
import { createQuote } from '#app/quoting/create-quote'
import type { PlannedBalances } from '#app/trade/batch/planned-balances'
import type { PlannedMarket } from '#app/trade/batch/planned-market'
import { checkGuards } from '#app/trade/checks/guards'
import { isConnectionFailure } from '#app/trade/explain/connection-failure'
import { createSwapBudget, toGasCost } from '#app/trade/steps/gas-budget'
import type { Chain } from '#domain/chain/port'
import { fail, SwapError } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import { defaultTerms, placeholderSender, type Quote, type QuoteRequest } from '#domain/quotes/quote'
import type { BatchOrder } from '#domain/trade/batch/order'
import type { PlanNotice, PlannedQuote, PlannedRow } from '#domain/trade/batch/plan'
import type { Guards } from '#domain/trade/trader'
import { type Address, type Amount, amount, million, ppm } from '#domain/units'

/** The rows of one account on one network, as far as they are planned. */
export interface PlannedLane {
  readonly chain: Chain
  readonly owner: Address
  /** The name of its account. */
  readonly name: string
  readonly market: PlannedMarket
  /** What the account holds after the rows so far, gas deducted. */
  readonly balances: PlannedBalances
  readonly pools: Set<Address>
}

export interface PlanRowOutcome {
  readonly row: PlannedRow
  readonly notices: readonly PlanNotice[]
}

/** Above this much less output than on the untouched pools, a row is warned about: 10 basis points. */
const noticeableLoss = 1_000

/** @throws what the chain's endpoints throw; every other failure becomes the row's problem */
export async function planRow(context: QuoteContext, lane: PlannedLane, order: BatchOrder): Promise<PlanRowOutcome> {
  let sellAmount: Amount | undefined
  try {
    sellAmount = await resolveSellAmount(lane, order)
    const request = toQuoteRequest(order, sellAmount)
    const quote = await quoteOn(context, lane.market.chain, request)
    const guards = { ...rowGuards(order), maxGas: undefined }
    checkGuards(lane.chain.network, quote, { guards, fees: noFees })
    await requireBalance(lane, order, sellAmount)
    const loss = await computeLoss(context, lane, quote)
    const planned = toPlannedQuote(lane, quote, { guards, loss })
    settle(lane, order, quote, planned)
    return {
      row: { order, sellAmount, quote: planned, problem: undefined },
      notices: [...toNotices(order, quote), ...toLossNotices(order, loss)],
    }
  } catch (error) {
    if (!(error instanceof SwapError) || isConnectionFailure(error)) throw error
    const problem = { code: error.code, message: error.message }
    return { row: { order, sellAmount, quote: undefined, problem }, notices: [] }
  }
}

export const noFees = { max: undefined, tip: undefined, legacy: false } as const

/** The limits of a row; those of the run are checked apart. */
export const rowGuards = ({ minimumOut, slippage, maxImpact }: BatchOrder): Omit<Guards, 'maxGas'> => ({
  minimumOut,
  maxSlippage: slippage,
  maxImpact,
})

/** @param from the account that signs; a plan names none */
export const toQuoteRequest = (order: BatchOrder, sellAmount: Amount, from = placeholderSender): QuoteRequest => ({
  network: order.network,
  sell: order.sell.address,
  buy: order.buy.address,
  sellAmount,
  slippage: order.slippage,
  ...defaultTerms,
  from,
  to: order.to,
})

/** For display only: no quote of a plan is stored, so none can be swapped. */
const quoteOn = ({ notes: _, ...context }: QuoteContext, chain: Chain, request: QuoteRequest): Promise<Quote> =>
  createQuote(
    { ...context, chain: async () => chain, quotes: { ...context.quotes, put: async () => undefined } },
    request,
  )

async function resolveSellAmount({ balances }: PlannedLane, order: BatchOrder): Promise<Amount> {
  if ('raw' in order.amount) return order.amount.raw
  const spendable = (await balances.read(order.sell)) - (await balances.readReserve(order.sell))
  const part = (spendable * BigInt(order.amount.share)) / million
  if (part <= 0n) throw fail('INVALID_AMOUNT', { value: 'max', reason: 'the account would hold none to spend' })
  return amount(part)
}

async function requireBalance({ balances }: PlannedLane, { sell }: BatchOrder, needed: bigint): Promise<void> {
  const held = await balances.read(sell)
  if (held >= needed) return
  const say = (raw: bigint) => `${formatDecimal(raw < 0n ? 0n : raw, sell.decimals)} ${sell.symbol}`
  throw fail('ESTIMATE_GAS_FAILED', {
    check: 'balance',
    reason: `The account would hold ${say(held)} by then, but ${say(needed)} are to be sold.`,
  })
}

/** How much less the row gets than it would if it were the only one. */
async function computeLoss(context: QuoteContext, lane: PlannedLane, quote: Quote): Promise<number> {
  if (lane.pools.size === 0) return 0
  const alone = await quoteOn(context, lane.chain, quote.request)
  const [before, after] = [alone.route.amountOut, quote.route.amountOut]
  return before <= after ? 0 : Number(((before - after) * million) / before)
}

function toPlannedQuote(
  { chain }: PlannedLane,
  quote: Quote,
  { guards, loss }: { readonly guards: Guards; readonly loss: number },
): PlannedQuote {
  const { maxGasCost, expectedGasCost } = toGasCost(
    quote,
    createSwapBudget(chain.network, quote, { guards, fees: noFees }),
  )
  return {
    block: quote.block.number,
    amountOut: quote.route.amountOut,
    minimumOut: quote.minimumOut,
    impact: quote.priceImpact,
    lossToEarlier: ppm(loss),
    expectedGasCost,
    maxGasCost,
    pools: [...new Set(quote.route.legs.map(({ pool }) => pool.address))],
  }
}

/** The row counts as done: its swap moves the pools and the balances of the rows after it. */
function settle(lane: PlannedLane, { sell, buy, to }: BatchOrder, quote: Quote, planned: PlannedQuote): void {
  lane.market.apply(quote.route.legs)
  for (const pool of planned.pools) lane.pools.add(pool)
  lane.balances.add(sell, -quote.request.sellAmount)
  lane.balances.payGas(planned.expectedGasCost)
  if (to === lane.owner) lane.balances.add(buy, planned.amountOut)
}

const toNotices = ({ id }: BatchOrder, { warnings }: Quote): readonly PlanNotice[] =>
  warnings.map((warning) => ({ ...warning, row: id }))

function toLossNotices({ id }: BatchOrder, loss: number): readonly PlanNotice[] {
  if (loss <= noticeableLoss) return []
  const message = `Row ${id} gets ${formatDecimal(BigInt(loss), 4)} % less because earlier rows use the same pools.`
  return [{ code: 'PRICE_HURT', message, row: id }]
}
