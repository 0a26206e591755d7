import { type Flow, shift } from './flows.ts'
import type { Way } from './paths.ts'
import type { Plan, Search } from './plan.ts'

/** What one quantum more or less over a way changes, worked out again only for ways whose flows have changed. */
export interface Margins {
  readonly quantum: number
  /** 0 where the way takes no more. */
  gain(plan: Plan, way: Way): number
  /** `undefined` where the way does not carry a quantum. */
  loss(plan: Plan, way: Way): number | undefined
}

export function openMargins({ desk }: Search, quantum: number): Margins {
  const gains = new Map<Way, Known>()
  const losses = new Map<Way, Known>()
  return {
    quantum,
    gain: (plan, way) => remembered(gains, plan, way, () => shift(desk.give, plan.flows, way, quantum)),
    loss(plan, way) {
      const change = remembered(losses, plan, way, () => shift(desk.give, plan.flows, way, -quantum))
      return change === 0 ? undefined : -change
    },
  }
}

interface Known {
  readonly flows: readonly (Flow | undefined)[]
  readonly value: number
}

function remembered(known: Map<Way, Known>, plan: Plan, way: Way, work: () => number): number {
  const old = known.get(way)
  if (old !== undefined && way.every((edge, i) => plan.flows.get(edge) === old.flows[i])) return old.value
  const value = work()
  known.set(way, { flows: way.map((edge) => plan.flows.get(edge)), value })
  return value
}
