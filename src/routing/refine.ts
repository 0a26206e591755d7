import { type Fork, forksOf } from './forks.ts'
import { type Margins, openMargins } from './margins.ts'
import type { Way } from './paths.ts'
import { admits, moved, type Plan, type Search } from './plan.ts'

/** Moves tried at one size before going on with a smaller one. */
const movesAtOneSize = 64
/** How many ways are looked at from either side; takers may be many that the limits do not admit. */
const tried = { givers: 3, takers: 8 }
/** Gains below this part of the output may be rounding. */
const noise = 1e-12

export interface Refinement {
  readonly plan: Plan
  readonly ways: readonly Way[]
  /** The first quantum is the amount over `from`, the last the amount over `to`; each the one before over `by`. */
  readonly from: number
  readonly to: number
  readonly by: number
}

/**
 * Moves quanta from the way that loses least to the one that gains most, until nothing is gained: between whole ways,
 * and between their ends from every token on which they part, since what a nearly empty pool lets through no change
 * of its input can divide better.
 */
export function refine(search: Search, input: Refinement): Plan {
  let plan = input.plan
  for (let parts = input.from; parts <= input.to; parts *= input.by) {
    for (const fork of forksOf(search, plan, input.ways)) plan = settle(search, plan, fork, parts)
  }
  return plan
}

function settle(search: Search, start: Plan, fork: Fork, parts: number): Plan {
  const quantum = Math.floor(fork.amount / parts)
  if (quantum === 0) return start
  const margins = openMargins(search, quantum)
  let plan = start
  for (let moves = 0; moves < movesAtOneSize; moves += 1) {
    const next = move(search, plan, fork.ways, margins)
    if (next === undefined) break
    plan = next
  }
  return plan
}

/** One better plan, a quantum apart: from a way that loses little to one of those that gain most. */
function move(search: Search, plan: Plan, ways: readonly Way[], margins: Margins): Plan | undefined {
  const { quantum } = margins
  const givers = leading(ways, tried.givers, (way) => -margins.loss(plan, way))
  if (givers.length === 0) return undefined
  const takers = leading(ways, tried.takers, (way) => margins.gain(plan, way) || Number.NEGATIVE_INFINITY)

  for (const giver of givers) {
    const lighter = moved(search, plan, giver.way, -quantum)
    if (lighter === undefined) continue
    const gainful = takers.filter(({ way, worth }) => way !== giver.way && worth > -giver.worth)
    for (const { way } of gainful) {
      const next = moved(search, lighter, way, quantum)
      if (next !== undefined && isBetter(search, plan, next) && admits(search, lighter, way)) return next
    }
  }
  return undefined
}

interface Ranked {
  readonly way: Way
  readonly worth: number
}

/** The few ways of most worth, best first; none of worth -Infinity. */
function leading(ways: readonly Way[], count: number, worthOf: (way: Way) => number): readonly Ranked[] {
  const best: Ranked[] = []
  for (const way of ways) {
    const worth = worthOf(way)
    let place = best.length
    while (place > 0 && worth > (best[place - 1]?.worth ?? 0)) place -= 1
    if (place >= count || worth === Number.NEGATIVE_INFINITY) continue
    best.splice(place, 0, { way, worth })
    if (best.length > count) best.pop()
  }
  return best
}

/** Opening a leg has to be worth its gas at once here: what opens many legs at a loss and drops them later is `fill`. */
function isBetter(search: Search, plan: Plan, next: Plan): boolean {
  if (next.amountOut <= plan.amountOut * (1 + noise)) return false
  return (
    next.flows.size <= plan.flows.size || next.amountOut - plan.amountOut > search.worth(moreGas(search, plan, next))
  )
}

/** Of the legs that differ between two plans; the rest costs the same. */
function moreGas({ desk }: Search, plan: Plan, next: Plan): number {
  let more = 0
  for (const [edge, flow] of next.flows) if (plan.flows.get(edge) !== flow) more += desk.gas(edge, flow.into)
  for (const [edge, flow] of plan.flows) if (next.flows.get(edge) !== flow) more -= desk.gas(edge, flow.into)
  return more
}
