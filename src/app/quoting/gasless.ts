/** A gasless quote: the relayer's fee comes out of what is sold, and the route trades the rest. */
import type { QuoteContext } from '#app/context'
import { computeAffiliateFee } from '#app/quoting/affiliate'
import type { PricedRoute, RouteTerms } from '#app/quoting/route-terms'
import { fail, isFailure } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import { type AnyQuoteRequest, placeholderSender, type Quote, type QuoteRequest } from '#domain/quotes/quote'
import { type GaslessTerms, orderLifeSeconds } from '#domain/relay/order-terms'
import { nativeSaleRefusal } from '#domain/relay/refusals'
import type { Token } from '#domain/token'
import { type Amount, amount, nativeToken, seconds, type Wei, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

/** What the fee is of the gas it pays for: fees may rise before the order is mined, and some orders fail. */
const marginPercent = 150n
/** Of the L1 fee of a plain swap: an order has more bytes, a signature and a permit. */
const l1MarginPercent = 300n

interface OrderCost {
  readonly gas: bigint
  readonly gasPrice: Wei
  /** Of a plain swap, or of a crossing. */
  readonly l1Fee: Wei
}

/** What the fee of an order has to be worth: its gas and its bytes, with the relayer's margins. */
export const orderFeeOf = ({ gas, gasPrice, l1Fee }: OrderCost): Wei =>
  wei((gas * gasPrice * marginPercent) / 100n + (l1Fee * l1MarginPercent) / 100n)

interface GaslessQuoting {
  readonly question: AnyQuoteRequest
  readonly find: (terms: RouteTerms) => Promise<PricedRoute>
  /** For the whole amount, to know its gas. */
  readonly first: GaslessQuote
  readonly quoteFor: (terms: RouteTerms, gasless?: GaslessTerms) => Promise<GaslessQuote>
}

interface GaslessQuote {
  readonly found: PricedRoute
  readonly made: Quote
}

/**
 * What a gasless quote needs, known before the chain is asked.
 * @throws `GASLESS_NOT_AVAILABLE` without a relayer or for native currency; `VALIDATION_FAILED` for an amount to buy
 */
export function requireGasless({ relayer }: QuoteContext, { sell, sellAmount }: AnyQuoteRequest) {
  if (relayer === undefined) throw fail('GASLESS_NOT_AVAILABLE', {})
  if (sell === nativeToken) throw nativeSaleRefusal()
  if (sellAmount === undefined)
    throw fail('VALIDATION_FAILED', { reason: 'a gasless quote sells an amount: send sellAmount, not buyAmount' })
  return { relayer, sellAmount }
}

/**
 * Prices the order by its gas, the chain's gas price and the relayer's margin, in the token sold, by our own route from it
 * to native currency.
 * @throws `GASLESS_NOT_AVAILABLE` without a relayer, for native currency, or if the fee is more than half of what is sold
 */
export async function quoteGasless(context: QuoteContext, quoting: GaslessQuoting): Promise<GaslessQuote> {
  const { question, find, first, quoteFor } = quoting
  const { relayer, sellAmount } = requireGasless(context, question)
  const { affiliate } = question
  const { found: seen, made: draft } = first
  const deadline = seconds(draft.createdAt + orderLifeSeconds)
  const {
    extraGas,
    permit,
    byPermit2: _,
    ...opened
  } = await relayer.openOrder({
    ...{ network: question.network, contract: draft.router, takesPermit2: false },
    ...{ owner: question.from, token: draft.sell, sellAmount, deadline },
    allowance: seen.seen.holdings?.allowance,
  })
  const { route, gasPrice, l1Fee = wei(0n) } = draft
  const worth = orderFeeOf({ gas: route.gas + extraGas, gasPrice, l1Fee })
  const swapFee = await priceIn({ ...question, sellAmount }, worth, find)
  if (2n * swapFee > sellAmount) throw feeRefusal(draft.sell, swapFee)
  const net = amount(sellAmount - swapFee - computeAffiliateFee(sellAmount, affiliate))
  return quoteFor(
    { question, tradeAmount: { amountIn: net } },
    { ...opened, ...(permit && { permit }), swapFee, worth, extraGas, deadline },
  )
}

/** How much of the token sold our own route takes for native currency. */
async function priceIn(question: QuoteRequest, worth: Wei, find: GaslessQuoting['find']): Promise<Amount> {
  const { wrapped } = getNetworkEntry(question.network)
  if (question.sell === wrapped) return amount(worth)
  const { gasless: _, affiliate: __, ...rest } = question
  const asked: AnyQuoteRequest = {
    ...{ ...rest, buy: wrapped, from: placeholderSender, to: placeholderSender, affiliate: undefined },
    optimizeFor: 'output',
  }
  try {
    return (await find({ question: asked, tradeAmount: { amountOut: amount(worth) } })).route.amountIn
  } catch (error) {
    if (!isFailure(error, 'NO_ROUTE')) throw error
    throw fail('GASLESS_NOT_AVAILABLE', { reason: 'No pool prices gas in the token sold.' })
  }
}

export function feeRefusal({ decimals, symbol }: Token, swapFee: Amount): Error {
  const fee = `${formatDecimal(swapFee, decimals)} ${symbol}`
  return fail('GASLESS_NOT_AVAILABLE', {
    reason: `The relayer's fee, ${fee}, is more than half of what is sold.`,
    fix: 'sell more',
  })
}
