import { type Fork, forksOf } from './forks.ts'
import { type Margins, openMargins } from './margins.ts'
import type { Way } from './paths.ts'
import { admits, moved, netOf, type Plan, type Search } from './plan.ts'

/** Moves tried at one size before going on with half of it. */
const movesAtOneSize = 16
/** Gains below this part of the output may be rounding. */
const noise = 1e-12

export interface Refinement {
  readonly plan: Plan
  readonly ways: readonly Way[]
  /** The first quantum is the amount over `from`, the last the amount over `to`; each is half of the one before. */
  readonly from: number
  readonly to: number
}

/**
 * Moves quanta from the way that loses least to the one that gains most, until nothing is gained: between whole ways,
 * and between their ends from every token on which they part, since what a nearly empty pool lets through no change
 * of its input can divide better.
 */
export function refine(search: Search, input: Refinement): Plan {
  let plan = input.plan
  for (let parts = input.from; parts <= input.to; parts *= 2) {
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
    const next = move(search, plan, fork.ways, quantum, margins)
    if (next === undefined) break
    plan = next
  }
  return plan
}

/** One better plan, a quantum apart. */
function move(search: Search, plan: Plan, ways: readonly Way[], quantum: number, margins: Margins): Plan | undefined {
  const givers = ways
    .map((way) => ({ way, loss: margins.loss(plan, way) }))
    .filter((one): one is { way: Way; loss: number } => one.loss !== undefined)
    .toSorted((a, b) => a.loss - b.loss)
  const takers = ways
    .map((way) => ({ way, gain: margins.gain(plan, way) }))
    .filter(({ gain }) => gain > (givers[0]?.loss ?? 0))
    .toSorted((a, b) => b.gain - a.gain)

  for (const giver of givers.slice(0, 2)) {
    const lighter = moved(search, plan, giver.way, -quantum)
    if (lighter === undefined) continue
    for (const taker of takers.slice(0, 3)) {
      if (taker.way === giver.way || !admits(search, lighter, taker.way)) continue
      const next = moved(search, lighter, taker.way, quantum)
      if (next !== undefined && next.amountOut > plan.amountOut * (1 + noise) && pays(search, plan, next)) return next
    }
  }
  return undefined
}

/** Opening a leg has to be worth its gas at once here: what opens many legs at a loss and drops them later is `fill`. */
function pays(search: Search, plan: Plan, next: Plan): boolean {
  return next.flows.size <= plan.flows.size || netOf(search, next) > netOf(search, plan)
}
