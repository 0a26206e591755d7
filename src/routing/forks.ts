import type { Edge } from './market.ts'
import type { Way } from './paths.ts'
import type { Plan, Search } from './plan.ts'

/** A token from which flow can go on over more than one way. */
export interface Fork {
  /** Ways from this token to the end. */
  readonly ways: readonly Way[]
  /** How much of the token is divided here. */
  readonly amount: number
}

/** The sold token first, then every token of the plan on which some of `ways` part. */
export function forksOf(search: Search, plan: Plan, ways: readonly Way[]): readonly Fork[] {
  const forks: Fork[] = [{ ways, amount: search.amountIn }]
  const amounts = new Map<number, number>()
  for (const [edge, flow] of plan.flows) amounts.set(edge.source, (amounts.get(edge.source) ?? 0) + flow.into)
  amounts.delete(search.reach.source)
  for (const [token, amount] of amounts) {
    const rest = endsFrom(token, ways)
    if (new Set(rest.map(([first]) => first)).size > 1) forks.push({ ways: rest, amount })
  }
  return forks
}

/** What is left of each way from a token on, every end once. */
function endsFrom(token: number, ways: readonly Way[]): readonly Way[] {
  const ends = new Map<string, readonly Edge[]>()
  for (const way of ways) {
    const start = way.findIndex((edge) => edge.source === token)
    if (start < 0) continue
    const end = way.slice(start)
    ends.set(end.map((edge) => edge.id).join(), end)
  }
  return [...ends.values()]
}
