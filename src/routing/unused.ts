import type { Pool } from '#domain/protocol'
import { type Edge, type Market, tradeOf } from './market.ts'
import type { Reach } from './reach.ts'

/**
 * Why a pool has no part in a route:
 *
 * - `excluded`: no adapter is known for it
 * - `hop_limit`: it lies on no way between the tokens that is short enough
 * - `no_liquidity`: it gives nothing for any amount
 * - `zero_output`: it gives something, but nothing for so little or so much
 * - `worse_price`: others give more, after gas
 */
export type UnusedReason = 'excluded' | 'hop_limit' | 'no_liquidity' | 'zero_output' | 'worse_price'

export interface Unused {
  readonly pool: Pool
  readonly reason: UnusedReason
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

function reasonOf(edges: readonly Edge[], givesHere: GivesHere): UnusedReason {
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
