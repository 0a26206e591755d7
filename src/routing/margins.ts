import { type Flow, shift } from './flows.ts'
import type { Way } from './paths.ts'
import type { Plan, Search } from './plan.ts'

/** What one quantum more or less over a way changes, worked out again only for ways whose flows have changed. */
export interface Margins {
  readonly quantum: number
  /** 0 where the way takes no more. */
  gain(plan: Plan, way: Way): number
  /** Infinity where the way does not carry a quantum. */
  loss(plan: Plan, way: Way): number
}

export function openMargins({ desk }: Search, quantum: number): Margins {
  const gains = new Map<Way, Known>()
  const losses = new Map<Way, Known>()
  return {
    quantum,
    gain(plan, way) {
      const known = gains.get(way)
      if (known !== undefined && holds(known, plan, way)) return known.change
      return note(gains, plan, way, shift(desk.give, plan.flows, way, quantum))
    },
    loss(plan, way) {
      if (!carries(plan, way)) return Number.POSITIVE_INFINITY
      const known = losses.get(way)
      if (known !== undefined && holds(known, plan, way)) return known.change
      return note(losses, plan, way, -shift(desk.give, plan.flows, way, -quantum) || Number.POSITIVE_INFINITY)
    },
  }
}

interface Known {
  readonly flows: readonly (Flow | undefined)[]
  readonly change: number
}

function note(known: Map<Way, Known>, { flows }: Plan, way: Way, change: number): number {
  known.set(way, { flows: way.map((edge) => flows.get(edge)), change })
  return change
}

function holds({ flows }: Known, plan: Plan, way: Way): boolean {
  let at = 0
  for (const edge of way) {
    if (plan.flows.get(edge) !== flows[at]) return false
    at += 1
  }
  return true
}

function carries({ flows }: Plan, way: Way): boolean {
  for (const edge of way) if (!flows.has(edge)) return false
  return true
}
