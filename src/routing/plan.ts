import type { Desk } from './desk.ts'
import { drain, type Flows, pour, reflow } from './flows.ts'
import { legGas } from './leg-gas.ts'
import { tradeOf } from './market.ts'
import type { Way } from './paths.ts'
import type { Reach } from './reach.ts'
import { allowed, connected, type Limits } from './support.ts'
import type { GasValue } from './value-gas.ts'

/** What the search works with. */
export interface Search {
  readonly desk: Desk
  readonly reach: Reach
  readonly limits: Limits
  readonly amountIn: bigint
  /** What gas is worth in the bought token, rounded up; nothing where no pool prices it. */
  readonly worth: (gas: bigint) => bigint
  readonly gasValue: GasValue
}

/** A division of the sold amount, somewhere on the way to the best one. */
export interface Plan {
  readonly flows: Flows
  readonly amountOut: bigint
}

export const emptyPlan: Plan = { flows: new Map(), amountOut: 0n }

/** Output less what the legs' gas is worth. The transaction's own gas is the same for every plan. */
export function netOf({ worth }: Search, { flows, amountOut }: Plan): bigint {
  let gas = 0n
  for (const [edge, flow] of flows) gas += legGas(edge, edge.live.state, tradeOf(edge, flow.into))
  return amountOut - worth(gas)
}

/** Whether the plan may also use `way`. */
export function admits(search: Search, plan: Plan, way: Way): boolean {
  const fresh = way.filter((edge) => !plan.flows.has(edge))
  return fresh.length === 0 || allowed(search.limits, [...plan.flows.keys(), ...fresh], search.reach.source)
}

export function add(search: Search, plan: Plan, way: Way, amount: bigint): Plan | undefined {
  const change = pour(search.desk.give, plan.flows, way, amount)
  return change && { flows: change.flows, amountOut: plan.amountOut + change.amount }
}

export function take(search: Search, plan: Plan, way: Way, amount: bigint): Plan | undefined {
  const change = drain(search.desk.give, plan.flows, way, amount)
  return change && { flows: change.flows, amountOut: plan.amountOut - change.amount }
}

/** The plan over all its legs but `dropped` and those that are useless without it. */
export function without(search: Search, plan: Plan, dropped: ReadonlySet<unknown>): Plan | undefined {
  const { source, target } = search.reach
  const rest = [...plan.flows.keys()].filter((edge) => !dropped.has(edge))
  const edges = connected(rest, source, target)
  const flows = reflow({ give: search.desk.give, source }, { edges, weights: plan.flows, amount: search.amountIn })
  if (flows === undefined) return undefined
  let amountOut = 0n
  for (const [edge, flow] of flows) if (edge.target === target) amountOut += flow.out
  return { flows, amountOut }
}
