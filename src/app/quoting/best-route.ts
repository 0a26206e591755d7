import type { QuoteContext } from '#app/context'
import { type Seen, type survey, wrappedForm } from '#app/quoting/survey'
import { decimalText } from '#domain/decimal'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Chain } from '#domain/ports'
import type { QuoteQuestion } from '#domain/quote'
import type { Route, RouteRequest } from '#domain/route'
import type { Token } from '#domain/token'
import { type Amount, gas } from '#domain/units'
import type { ExactOutAnswer } from '#routing/exact-out'
import { findRoute, findRouteToBuy } from '#routing/find-route'

/** Gas of a transaction that only wraps or unwraps, without what its native end adds; measured in the sandbox. */
const wrapGas = gas(50_000n)

/** Looks at the chain; again, wider, where a pool was seen too narrowly to answer. */
type Look = (options?: Parameters<typeof survey>[2]) => ReturnType<typeof survey>

/** How much is traded: what goes into the pools, or what is to come out of them. */
export type Deal = { readonly amountIn: Amount } | { readonly amountOut: Amount }

export interface Found {
  readonly seen: Seen
  /** Without what its ends add to its gas. */
  readonly route: Route
  readonly poolsSeen: number
}

/**
 * The best route over what the chain looks like now, and what was seen.
 * Native and its wrapped form are one token to the router: between them the route has no legs and is one for one.
 * @throws `NO_ROUTE`
 */
export async function bestRoute(
  context: Pick<QuoteContext, 'protocols'>,
  chain: Chain,
  { question, deal }: { readonly question: QuoteQuestion; readonly deal: Deal },
  look: Look,
): Promise<Found> {
  const { network } = chain
  const ends = { tokenIn: wrappedForm(network, question.sell), tokenOut: wrappedForm(network, question.buy) }
  const first = await look()
  if (ends.tokenIn === ends.tokenOut) return { seen: first, route: wrapRoute(ends, deal), poolsSeen: 0 }

  const { maxHops, maxSplits, maxLegs, optimizeFor } = question
  const terms = { ...ends, wrapped: network.wrapped, maxHops, maxSplits, maxLegs, optimizeFor }
  let seen = first
  let answer = find(context, seen, terms, deal)
  if (answer.narrow.length > 0) {
    seen = await look({ widen: answer.narrow })
    answer = find(context, seen, terms, deal)
  }
  if (answer.route === undefined) throw noRoute(network, question, { seen, mostOut: answer.mostOut })
  return { seen, route: answer.route, poolsSeen: seen.snapshot.pools.length }
}

function find(
  context: Pick<QuoteContext, 'protocols'>,
  { snapshot }: Seen,
  terms: Omit<RouteRequest, 'amountIn'>,
  deal: Deal,
): Pick<ExactOutAnswer, 'route' | 'narrow' | 'mostOut'> {
  return 'amountIn' in deal
    ? { ...findRoute(context, { snapshot, request: { ...terms, ...deal } }), mostOut: undefined }
    : findRouteToBuy(context, { snapshot, request: { ...terms, ...deal } })
}

function wrapRoute(ends: Pick<Route, 'tokenIn' | 'tokenOut'>, deal: Deal): Route {
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

function noRoute(
  { name }: Network,
  question: QuoteQuestion,
  { seen, mostOut }: { readonly seen: Seen; readonly mostOut: Amount | undefined },
): Error {
  const { sell, buy, snapshot } = seen
  const said = (value: Amount, { decimals, symbol }: Token) => `${decimalText(value, decimals)} ${symbol}`
  const looked = `${snapshot.pools.length} pools of ${name} were looked at, block ${snapshot.block.number}.`
  if (question.sellAmount !== undefined)
    return fail('NO_ROUTE', { from: said(question.sellAmount, sell), to: buy.symbol }, { why: looked })
  const most =
    mostOut === undefined
      ? 'Nothing that was tried buys any of it.'
      : `The most that any amount bought is ${said(mostOut, buy)}.`
  return fail('NO_ROUTE', { from: sell.symbol, to: said(question.buyAmount, buy) }, { why: `${looked} ${most}` })
}
