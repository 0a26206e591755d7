import { wholeShare } from '#domain/quotes/route'
import type { Edge } from './pool-graph.ts'

/** An edge and its input flow, in floats of the smallest units. */
export interface EdgeFlow {
  readonly edge: Edge
  readonly into: number
  /** True if that is all that the pool takes, or all that is known of it. */
  readonly isFull?: boolean
  /** True if some of it was left to others, so that it must not take the remaining balance. */
  readonly isEased?: boolean
}

/** A leg before evaluation: the edge to trade over and the share of its token's balance to spend. */
export interface PlannedLeg {
  readonly edge: Edge
  /** 1 … 2^32. */
  readonly share32: number
}

/**
 * The flows with less into full pools, for the others to take: a share rounded up, or a balance larger than computed in
 * floats, would be more than a full pool accepts.
 * @param part of the flow into a full pool
 */
export function easeFullPools(flows: readonly EdgeFlow[], part: number): readonly EdgeFlow[] {
  return flows.map((flow) => (flow.isFull === true ? { ...flow, into: flow.into * (1 - part), isEased: true } : flow))
}

/**
 * Turns flows into legs. The legs of a token are adjacent and follow every leg that buys the token. The largest comes
 * last and takes the remaining balance, so rounding leaves nothing behind. `undefined` if the flows form a cycle.
 */
export function legsFromFlows(flows: readonly EdgeFlow[], source: number): readonly PlannedLeg[] | undefined {
  const order = sortTokens(flows, source)
  return order?.flatMap((token) => splitIntoShares(flows.filter(({ edge }) => edge.source === token)))
}

function splitIntoShares(flows: readonly EdgeFlow[]): PlannedLeg[] {
  const spent = flows.toSorted(compareFlows)
  let balance = spent.reduce((sum, { into }) => sum + into, 0)
  return spent.map(({ edge, into }, i) => {
    if (i === spent.length - 1) return { edge, share32: wholeShare }
    const share = balance === 0 ? 1 : Math.round((into / balance) * wholeShare)
    const share32 = Math.min(Math.max(share, 1), wholeShare - 1)
    balance -= Math.floor((balance * share32) / wholeShare)
    return { edge, share32 }
  })
}

const compareFlows = (a: EdgeFlow, b: EdgeFlow) =>
  Number(b.isEased === true) - Number(a.isEased === true) || a.into - b.into || a.edge.id - b.edge.id

/**
 * Tokens in trading order: every inflow of a token precedes its outflows (Kahn's algorithm). `undefined` if the flows
 * form a cycle or are not all reachable from `source`.
 */
function sortTokens(flows: readonly EdgeFlow[], source: number): readonly number[] | undefined {
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
