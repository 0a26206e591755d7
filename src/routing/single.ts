import { exactOutput } from './exact.ts'
import type { RankedWay } from './paths.ts'
import { emptyPlan, moved, netOf, type Plan, type Search } from './plan.ts'

/** What floats say is this close, only exact integers can rank. */
const asGood = 1 - 1e-9

/** The undivided plans that give most after gas, as far as floats can tell; every answer has to be at least as good. */
export function bestSinglePaths(search: Search, ranked: readonly RankedWay[]): readonly Plan[] {
  const seen: { plan: Plan; net: number }[] = []
  let best = Number.NEGATIVE_INFINITY
  for (const { way } of ranked) {
    const plan = moved(search, emptyPlan, way, search.amountIn)
    if (plan === undefined) continue
    const net = netOf(search, plan)
    best = Math.max(best, net)
    seen.push({ plan, net })
  }
  return seen.filter(({ plan, net }) => best - net <= plan.amountOut * (1 - asGood)).map(({ plan }) => plan)
}

/** The most one pool gives for the whole amount, gas not counted; `undefined` where no pool trades the pair. */
export function bestSinglePool({ desk, reach, amountIn }: Search, exactIn: bigint): bigint | undefined {
  const direct = (reach.leaving[reach.source] ?? []).filter((edge) => edge.target === reach.target)
  const seen = direct.map((edge) => ({ edge, out: desk.give(edge, amountIn) }))
  const most = Math.max(...seen.map(({ out }) => out))
  let best = 0n
  for (const { edge, out } of seen) {
    if (out < most * asGood) continue
    const exact = exactOutput([edge], exactIn)
    if (exact > best) best = exact
  }
  return best > 0n ? best : undefined
}
