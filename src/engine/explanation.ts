/** What a core is told of an answer that it is to explain. */
import type { MarketAnswer, RouteQuestion } from '#domain/market'
import { poolsOf } from '#domain/route'
import type { Address, Amount } from '#domain/units'

/** The pools of a route, and what it sells; nothing where there is none. */
export interface Used {
  readonly used: readonly Address[]
  readonly amountIn: Amount | undefined
}

/** Names pools by their addresses: copying them on its way to a thread would take longer than all the rest. */
export interface Explanation extends Used {
  readonly question: RouteQuestion
  /** The hash of the block that the route is of. */
  readonly block: string
}

export const explanationOf = (question: RouteQuestion, answer: Pick<MarketAnswer, 'route' | 'block'>): Explanation => ({
  question,
  block: answer.block,
  ...usedBy(answer),
})

export const usedBy = ({ route }: Pick<MarketAnswer, 'route'>): Used => ({
  used: [...poolsOf(route)],
  amountIn: route?.amountIn,
})
