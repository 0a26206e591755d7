import type { RankedWay } from './paths.ts'
import { add, emptyPlan, netOf, type Plan, type Search } from './plan.ts'

/** The undivided plan that gives most after gas; every answer has to be at least as good. */
export function bestSinglePath(search: Search, ranked: readonly RankedWay[]): Plan | undefined {
  let best: { plan: Plan; net: bigint } | undefined
  for (const { way } of ranked) {
    const plan = add(search, emptyPlan, way, search.amountIn)
    if (plan === undefined) continue
    const net = netOf(search, plan)
    if (best === undefined || net > best.net) best = { plan, net }
  }
  return best?.plan
}

/** The most one pool gives for the whole amount, gas not counted; `undefined` where no pool trades the pair. */
export function bestSinglePool({ desk, reach, amountIn }: Search): bigint | undefined {
  let best = 0n
  for (const edge of reach.leaving[reach.source] ?? []) {
    if (edge.target !== reach.target) continue
    const out = desk.give(edge, amountIn)
    if (out > best) best = out
  }
  return best > 0n ? best : undefined
}
