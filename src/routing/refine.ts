import type { Flow } from './flows.ts'
import { type Fork, forksOf } from './forks.ts'
import type { Edge } from './market.ts'
import type { Way } from './paths.ts'
import { add, admits, netOf, type Plan, type Search, take } from './plan.ts'

/** Moves tried at one size before going on with half of it. */
const movesAtOneSize = 16

export interface Refinement {
  readonly plan: Plan
  readonly ways: readonly Way[]
  /** The first quantum is the amount over `from`, the last the amount over `to`; each is half of the one before. */
  readonly from: bigint
  readonly to: bigint
}

/**
 * Moves quanta from the way that loses least to the one that gains most, until nothing is gained: between whole ways,
 * and between their ends from every token on which they part, since what a nearly empty pool lets through no change
 * of its input can divide better.
 */
export function refine(search: Search, input: Refinement): Plan {
  let plan = input.plan
  for (let parts = input.from; parts <= input.to; parts *= 2n) {
    for (const fork of forksOf(search, plan, input.ways)) plan = settle(search, plan, fork, parts)
  }
  return plan
}

function settle(search: Search, start: Plan, fork: Fork, parts: bigint): Plan {
  const quantum = fork.amount / parts
  if (quantum === 0n) return start
  const margins = openMargins(search, quantum)
  let plan = start
  for (let moves = 0; moves < movesAtOneSize; moves += 1) {
    const next = move(search, plan, fork.ways, quantum, margins)
    if (next === undefined) break
    plan = next
  }
  return plan
}

interface Margins {
  gain(plan: Plan, way: Way): bigint
  loss(plan: Plan, way: Way): bigint | undefined
}

/** One better plan, a quantum apart. */
function move(search: Search, plan: Plan, ways: readonly Way[], quantum: bigint, margins: Margins): Plan | undefined {
  const givers = ways
    .map((way) => ({ way, loss: margins.loss(plan, way) }))
    .filter((one): one is { way: Way; loss: bigint } => one.loss !== undefined)
    .toSorted((a, b) => (a.loss === b.loss ? 0 : a.loss < b.loss ? -1 : 1))
  const takers = ways
    .map((way) => ({ way, gain: margins.gain(plan, way) }))
    .filter(({ gain }) => gain > (givers[0]?.loss ?? 0n))
    .toSorted((a, b) => (a.gain === b.gain ? 0 : a.gain > b.gain ? -1 : 1))

  for (const giver of givers.slice(0, 2)) {
    const lighter = take(search, plan, giver.way, quantum)
    if (lighter === undefined) continue
    for (const taker of takers.slice(0, 3)) {
      if (taker.way === giver.way || !admits(search, lighter, taker.way)) continue
      const next = add(search, lighter, taker.way, quantum)
      if (next !== undefined && next.amountOut > plan.amountOut && pays(search, plan, next)) return next
    }
  }
  return undefined
}

/** Opening a leg has to be worth its gas at once here: what opens many legs at a loss and drops them later is `fill`. */
function pays(search: Search, plan: Plan, next: Plan): boolean {
  return next.flows.size <= plan.flows.size || netOf(search, next) > netOf(search, plan)
}

/** Gains and losses of one quantum, worked out again only for ways whose flows have changed. */
function openMargins(search: Search, quantum: bigint): Margins {
  const gains = new Map<Way, Known<bigint>>()
  const losses = new Map<Way, Known<bigint | undefined>>()
  return {
    gain(plan, way) {
      return remembered(gains, plan, way, () => (add(search, plan, way, quantum)?.amountOut ?? 0n) - plan.amountOut)
    },
    loss(plan, way) {
      return remembered(losses, plan, way, () => {
        const lighter = take(search, plan, way, quantum)
        return lighter && plan.amountOut - lighter.amountOut
      })
    },
  }
}

interface Known<T> {
  readonly flows: readonly (Flow | undefined)[]
  readonly value: T
}

function remembered<T>(known: Map<Way, Known<T>>, plan: Plan, way: Way, work: () => T): T {
  const flows = way.map((edge: Edge) => plan.flows.get(edge))
  const old = known.get(way)
  if (old?.flows.every((flow, i) => flow === flows[i])) return old.value
  const value = work()
  known.set(way, { flows, value })
  return value
}
