import { fill } from './fill.ts'
import type { Edge } from './market.ts'
import type { Way } from './paths.ts'
import { netOf, type Plan, type Search, without } from './plan.ts'
import { refine } from './refine.ts'
import { addWays, marginalWays } from './ways.ts'

/**
 * Divides the sold amount over many ways: poured in quanta where each gives most, refined until moving a quantum
 * between two ways gains nothing, then freed of the legs that do not earn their gas.
 * The best division found, or `undefined` where the ways cannot take the whole amount.
 */
export function findSplit(
  search: Search,
  input: { readonly ways: readonly Way[]; readonly core: readonly Edge[] },
): Plan | undefined {
  const poured = fill(search, input)
  if (poured === undefined) return undefined

  const ways = poured.ways
  const first = refine(search, { plan: poured.plan, ways, from: 32n, to: 256n })
  addWays(ways, marginalWays(search, first, input.core))
  const second = refine(search, { plan: first, ways, from: 64n, to: 1024n })
  const lean = dropLegs(search, second, ways)
  return refine(search, {
    plan: lean,
    ways: ways.filter((way) => way.every((e) => lean.flows.has(e))),
    from: 256n,
    to: 16_384n,
  })
}

/** Takes legs out, the smallest first, as long as the gas saved is worth more than the output lost. */
function dropLegs(search: Search, start: Plan, ways: readonly Way[]): Plan {
  let plan = start
  let net = netOf(search, plan)
  const tried = new Set<Edge>()
  for (;;) {
    const edge = [...plan.flows.keys()].filter((e) => !tried.has(e)).toSorted(byFlow(plan))[0]
    if (edge === undefined || plan.flows.size < 2) return plan
    tried.add(edge)
    const rough = without(search, plan, new Set([edge]))
    if (rough === undefined) continue
    const left = ways.filter((way) => way.every((e) => rough.flows.has(e)))
    const candidate = refine(search, { plan: rough, ways: left, from: 32n, to: 128n })
    const worth = netOf(search, candidate)
    if (worth < net) continue
    plan = candidate
    net = worth
    tried.clear()
  }
}

/** By the part of its token that goes through an edge, least first. */
function byFlow(plan: Plan): (a: Edge, b: Edge) => number {
  const totals = new Map<number, bigint>()
  for (const [edge, flow] of plan.flows) totals.set(edge.source, (totals.get(edge.source) ?? 0n) + flow.into)
  const part = (edge: Edge) => Number(plan.flows.get(edge)?.into ?? 0n) / Number(totals.get(edge.source) ?? 1n)
  return (a, b) => part(a) - part(b) || a.id - b.id
}
