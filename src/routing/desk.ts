import { legGas } from './leg-gas.ts'
import { type Edge, tradeOf } from './market.ts'

/** Answers what an edge gives, and remembers what was refused, for whoever explains the route afterwards. */
export interface Desk {
  /** Exact output over the snapshot's state; 0 where the pool gives nothing or cannot take the trade. */
  give(edge: Edge, amountIn: bigint): bigint
  /** Gas of a tiny trade over an edge: the least a leg there costs. */
  leastGas(edge: Edge): bigint
  /** The smallest amount each edge could not take. */
  readonly refused: ReadonlyMap<Edge, bigint>
  /** Edges that gave something. */
  readonly useful: ReadonlySet<Edge>
}

export function openDesk(): Desk {
  const refused = new Map<Edge, bigint>()
  const useful = new Set<Edge>()
  const least = new Map<Edge, bigint>()
  return {
    leastGas(edge) {
      const known = least.get(edge) ?? legGas(edge, edge.live.state, tradeOf(edge, 1n))
      least.set(edge, known)
      return known
    },
    refused,
    useful,
    give(edge, amountIn) {
      if (amountIn <= 0n) return 0n
      const out = edge.protocol.amountOut(edge.live.state, tradeOf(edge, amountIn))
      if (out === undefined) {
        const before = refused.get(edge)
        if (before === undefined || amountIn < before) refused.set(edge, amountIn)
        return 0n
      }
      if (out > 0n) useful.add(edge)
      return out
    },
  }
}
