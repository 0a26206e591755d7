import { wholeShare } from '#domain/route'
import type { Flow, Flows } from './flows.ts'
import type { Edge } from './market.ts'
import { tokenOrder } from './support.ts'

/** A leg before it is worked out: what to call and which share of the token to spend there. */
export interface PlannedLeg {
  readonly edge: Edge
  /** 1 … 2^32. */
  readonly share32: number
}

/**
 * Turns flows into legs. Legs of a token stand together, after everything that brings this token; the largest comes
 * last and takes what is left, so that rounding never leaves anything behind. `undefined` for flows in a circle.
 */
export function planLegs(flows: Flows, source: number): readonly PlannedLeg[] | undefined {
  const order = tokenOrder([...flows.keys()], source)
  return order?.flatMap((token) => shares(flows, token))
}

function shares(flows: Flows, token: number): PlannedLeg[] {
  const spent = [...flows].filter(([edge]) => edge.source === token).toSorted(smallestFirst)
  let balance = spent.reduce((sum, [, flow]) => sum + flow.into, 0)
  return spent.map(([edge, flow], i) => {
    if (i === spent.length - 1) return { edge, share32: wholeShare }
    const share = balance === 0 ? 1 : Math.floor((flow.into / balance) * wholeShare)
    const share32 = Math.min(Math.max(share, 1), wholeShare - 1)
    balance -= Math.floor((balance * share32) / wholeShare)
    return { edge, share32 }
  })
}

const smallestFirst = ([a, x]: [Edge, Flow], [b, y]: [Edge, Flow]) => x.into - y.into || a.id - b.id
