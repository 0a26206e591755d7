import { fill } from './fill.ts'
import type { Edge } from './market.ts'
import type { Way } from './paths.ts'
import { netOf, type Plan, type Search, without } from './plan.ts'
import { refine } from './refine.ts'
import { type Scouted, scoutedWays } from './scout.ts'
import { type Field, lookAfield, lookAround } from './ways.ts'

/**
 * Divides the sold amount over many ways: poured in quanta where each gives most, refined until moving a quantum
 * between two ways gains nothing, then freed of the legs that do not earn their gas.
 * The best division found, or `undefined` where the ways cannot take the whole amount.
 */
export function findSplit(search: Search, scouted: Scouted): Plan | undefined {
  const field: Field = { ways: [...scoutedWays(scouted)], core: new Set(scouted.core) }
  const poured = fill(search, field, scouted.deep)
  if (poured === undefined) return undefined

  // a first step too coarse closes legs that no later one opens again
  const first = refine(search, { plan: poured, ways: field.ways, from: 32, to: 256, by: 2 })
  if (scouted.deep) lookAfield(search, first, field)
  else lookAround(search, first, field)
  const second = refine(search, { plan: first, ways: field.ways, from: 64, to: 1_024, by: 4 })
  const lean = dropLegs(search, second, field.ways)
  return refine(search, { plan: lean, ways: over(lean, field.ways), from: 256, to: 16_384, by: 4 })
}

/** A loss this many times the gas saved is not won back by refining. */
const mendable = 8

/** The ways that use nothing but legs of the plan. */
const over = (plan: Plan, ways: readonly Way[]) => ways.filter((way) => way.every((edge) => plan.flows.has(edge)))

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
    if (rough === undefined || hopeless(search, plan, rough)) continue
    const candidate = refine(search, { plan: rough, ways: over(rough, ways), from: 32, to: 128, by: 4 })
    const worth = netOf(search, candidate)
    if (worth < net) continue
    plan = candidate
    net = worth
    tried.clear()
  }
}

/** Whether so much output is lost that refining will not bring it below the gas saved. */
function hopeless(search: Search, plan: Plan, rough: Plan): boolean {
  const lost = plan.amountOut - rough.amountOut
  const saved = netOf(search, rough) - netOf(search, plan) + lost
  return lost > saved * mendable
}

/** By the part of its token that goes through an edge, least first. */
function byFlow(plan: Plan): (a: Edge, b: Edge) => number {
  const totals = new Map<number, number>()
  for (const [edge, flow] of plan.flows) totals.set(edge.source, (totals.get(edge.source) ?? 0) + flow.into)
  const part = (edge: Edge) => (plan.flows.get(edge)?.into ?? 0) / (totals.get(edge.source) ?? 1)
  return (a, b) => part(a) - part(b) || a.id - b.id
}
