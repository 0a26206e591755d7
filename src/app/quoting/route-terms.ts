/** A request in the form the routing core takes, and the route if there is nothing to search. */
import { computeAffiliateFee } from '#app/quoting/affiliate'
import { type SurveyedMarket, toWrapped } from '#app/quoting/survey'
import type { Network } from '#domain/network'
import type { AnyQuoteRequest } from '#domain/quotes/quote'
import type { ExactOutRequest, Route, RouteRequest } from '#domain/quotes/route'
import { type Amount, amount, gas } from '#domain/units'
import type { UnusedPools } from '#routing/explain/unused-pools'

/** The traded amount: the input of the pools, or their output. */
export type TradeAmount = { readonly amountIn: Amount } | { readonly amountOut: Amount }

export interface RouteTerms {
  readonly question: AnyQuoteRequest
  readonly tradeAmount: TradeAmount
}

export interface PricedRoute {
  readonly seen: SurveyedMarket
  /** Without the gas of its ends. */
  readonly route: Route
  /**
   * Why the other pools are not in the route; `undefined` if there was no time to explain. Takes milliseconds, so it is
   * not called before the answer.
   */
  readonly explain: () => Promise<UnusedPools | undefined>
}

/** A request with an input amount is exact-input, even if that amount was first derived from an output amount. */
export const tradeAmountOf = (question: AnyQuoteRequest): TradeAmount =>
  question.sellAmount === undefined
    ? { amountOut: question.buyAmount }
    : { amountIn: amount(question.sellAmount - computeAffiliateFee(question.sellAmount, question.affiliate)) }

/** Gas of a transaction that only wraps or unwraps, without the gas of its native end; measured in the sandbox. */
const wrapGas = gas(50_000n)

/** Native currency and its wrapped token are one token to the router. */
export function toRouteRequest(
  network: Pick<Network, 'wrapped'>,
  { question, tradeAmount: deal }: RouteTerms,
): RouteRequest | ExactOutRequest {
  const { maxHops, maxSplits, maxLegs, optimizeFor, effort } = question
  const ends = { tokenIn: toWrapped(network, question.sell), tokenOut: toWrapped(network, question.buy) }
  return { ...ends, wrapped: network.wrapped, maxHops, maxSplits, maxLegs, optimizeFor, effort, ...deal }
}

/** The route without legs, one to one, between native currency and its wrapped token; `undefined` for other pairs. */
export function createWrapRoute(
  network: Pick<Network, 'wrapped'>,
  { question, tradeAmount: deal }: RouteTerms,
): Route | undefined {
  const ends = { tokenIn: toWrapped(network, question.sell), tokenOut: toWrapped(network, question.buy) }
  if (ends.tokenIn !== ends.tokenOut) return undefined
  const one = 'amountIn' in deal ? deal.amountIn : deal.amountOut
  return {
    ...ends,
    amountIn: one,
    amountOut: one,
    gas: wrapGas,
    gasInTokenOut: undefined,
    legs: [],
    paths: [],
    bestSinglePool: undefined,
  }
}
