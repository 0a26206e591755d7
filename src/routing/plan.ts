import type { Desk } from './desk.ts'
import { type Flow, type Flows, reflow, shift } from './flows.ts'
import type { Edge } from './market.ts'
import type { Way } from './paths.ts'
import type { Reach } from './reach.ts'
import { allowed, connected, type Limits } from './support.ts'
import type { GasValue } from './value-gas.ts'

/** What the search works with. */
export interface Search {
  readonly desk: Desk
  readonly reach: Reach
  readonly limits: Limits
  readonly amountIn: number
  /** What gas is worth in the bought token; nothing where no pool prices it. */
  readonly worth: (gas: number) => number
  readonly gasValue: GasValue
}

/** A division of the sold amount, somewhere on the way to the best one. */
export interface Plan {
  readonly flows: Flows
  readonly amountOut: number
}

export const emptyPlan: Plan = { flows: new Map(), amountOut: 0 }

/** Output less what the legs' gas is worth. The transaction's own gas is the same for every plan. */
export function netOf({ desk, worth }: Search, { flows, amountOut }: Plan): number {
  let gas = 0
  for (const [edge, flow] of flows) gas += desk.gas(edge, flow.into)
  return amountOut - worth(gas)
}

/** Whether the plan may also use `way`. */
export function admits(search: Search, plan: Plan, way: Way): boolean {
  const fresh = way.filter((edge) => !plan.flows.has(edge))
  return fresh.length === 0 || allowed(search.limits, [...plan.flows.keys(), ...fresh], search.reach.source)
}

/** Sends `amount` more down a way, or takes it back where it is negative; `undefined` where the way cannot. */
export function moved({ desk }: Search, plan: Plan, way: Way, amount: number): Plan | undefined {
  const flows = new Map<Edge, Flow>(plan.flows)
  const change = shift(desk.give, plan.flows, way, amount, flows)
  return change === 0 ? undefined : { flows, amountOut: plan.amountOut + change }
}

/** The plan over all its legs but `dropped` and those that are useless without it. */
export function without(search: Search, plan: Plan, dropped: ReadonlySet<unknown>): Plan | undefined {
  const { source, target } = search.reach
  const rest = [...plan.flows.keys()].filter((edge) => !dropped.has(edge))
  const edges = connected(rest, source, target)
  const flows = reflow({ give: search.desk.give, source }, { edges, weights: plan.flows, amount: search.amountIn })
  if (flows === undefined) return undefined
  let amountOut = 0
  for (const [edge, flow] of flows) if (edge.target === target) amountOut += flow.out
  return { flows, amountOut }
}
