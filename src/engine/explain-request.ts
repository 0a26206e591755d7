/** What a core needs to explain an answer. */
import type { MarketAnswer, RouteQuery } from '#domain/quotes/market'
import { poolsOf } from '#domain/quotes/route'
import type { Address, Amount } from '#domain/units'

/** A route's pools and input; empty if there is none. */
export interface RouteUsage {
  readonly usedPools: readonly Address[]
  readonly amountIn: Amount | undefined
}

/** Names pools by their addresses: copying them to a worker would take longer than everything else. */
export interface ExplainRequest extends RouteUsage {
  readonly query: RouteQuery
  /** Hash of the route's block. */
  readonly block: string
}

export const toExplainRequest = (
  question: RouteQuery,
  answer: Pick<MarketAnswer, 'route' | 'block'>,
): ExplainRequest => ({
  query: question,
  block: answer.block,
  ...routeUsageOf(answer),
})

export const routeUsageOf = ({ route }: Pick<MarketAnswer, 'route'>): RouteUsage => ({
  usedPools: [...poolsOf(route)],
  amountIn: route?.amountIn,
})
