import type { Pool } from '#domain/protocol'
import type { PoolReason } from '#domain/quote-record'
import { type Edge, type Market, tradeOf } from './market.ts'
import type { Reach } from './reach.ts'

export interface Unused {
  readonly pool: Pool
  readonly reason: PoolReason
}

/** Whether an edge gives something for as much of the trade as could come to it. */
export type GivesHere = (edge: Edge) => boolean

/** The reason for every pool of the market that is not in `used`, in the snapshot's order. */
export function explainUnused(
  market: Market,
  reach: Reach | undefined,
  { used, givesHere }: { readonly used: ReadonlySet<Pool>; readonly givesHere: GivesHere },
): readonly Unused[] {
  const reachable = new Set(reach?.leaving.flat())
  const edgesOf = new Map<Pool, Edge[]>()
  for (const edge of market.edges) {
    const pool = edge.live.pool
    edgesOf.set(pool, [...(edgesOf.get(pool) ?? []), edge])
  }

  const unused: Unused[] = market.foreign.map((pool) => ({ pool, reason: 'excluded' }))
  for (const [pool, edges] of edgesOf) {
    if (used.has(pool)) continue
    const near = edges.filter((edge) => reachable.has(edge))
    unused.push({ pool, reason: reasonOf(near, givesHere) })
  }
  return unused
}

function reasonOf(edges: readonly Edge[], givesHere: GivesHere): PoolReason {
  if (edges.length === 0) return 'hop_limit'
  if (edges.some(givesHere)) return 'worse_price'
  return edges.some((edge) => givesAnything(edge)) ? 'zero_output' : 'no_liquidity'
}

function givesAnything(edge: Edge): boolean {
  for (let amountIn = 1n; amountIn < 1n << 112n; amountIn <<= 8n) {
    const out = edge.protocol.amountOut(edge.live.state, tradeOf(edge, amountIn))
    if (out !== undefined && out > 0n) return true
  }
  return false
}
