import { wholeShare } from '#domain/route'
import type { Edge } from './market.ts'

/** An edge and what flows into it, in floats of the smallest units. */
export interface Flow {
  readonly edge: Edge
  readonly into: number
}

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
export function planLegs(flows: readonly Flow[], source: number): readonly PlannedLeg[] | undefined {
  const order = tokenOrder(flows, source)
  return order?.flatMap((token) => shares(flows.filter(({ edge }) => edge.source === token)))
}

function shares(flows: readonly Flow[]): PlannedLeg[] {
  const spent = flows.toSorted(smallestFirst)
  let balance = spent.reduce((sum, { into }) => sum + into, 0)
  return spent.map(({ edge, into }, i) => {
    if (i === spent.length - 1) return { edge, share32: wholeShare }
    const share = balance === 0 ? 1 : Math.round((into / balance) * wholeShare)
    const share32 = Math.min(Math.max(share, 1), wholeShare - 1)
    balance -= Math.floor((balance * share32) / wholeShare)
    return { edge, share32 }
  })
}

const smallestFirst = (a: Flow, b: Flow) => a.into - b.into || a.edge.id - b.edge.id

/**
 * Tokens in the order they can be traded: all that flows into a token stands before what flows out (Kahn).
 * `undefined` where the flows go round in a circle or do not all hang on `source`.
 */
function tokenOrder(flows: readonly Flow[], source: number): readonly number[] | undefined {
  const waitingFor = new Map<number, number>()
  for (const { edge } of flows) waitingFor.set(edge.target, (waitingFor.get(edge.target) ?? 0) + 1)
  if (waitingFor.has(source)) return undefined

  const order = [source]
  for (const token of order) {
    for (const { edge } of flows) {
      if (edge.source !== token) continue
      const left = (waitingFor.get(edge.target) ?? 0) - 1
      waitingFor.set(edge.target, left)
      if (left === 0) order.push(edge.target)
    }
  }
  return [...waitingFor.values()].every((left) => left === 0) ? order : undefined
}
