import { type Edge, type Market, tradeOf } from './market.ts'

/** What edges one after the other give to the wei, each pool as it stands; 0 where one of them gives nothing. */
export function exactOutput(way: readonly Edge[], amountIn: bigint): bigint {
  let carried = amountIn
  for (const edge of way) {
    if (carried <= 0n) return 0n
    carried = edge.protocol.amountOut(edge.live.state, tradeOf(edge, carried)) ?? 0n
  }
  return carried
}

interface Reached {
  readonly out: bigint
  readonly way: readonly Edge[]
}

/**
 * The undivided way that gives most in integers, gas aside, hop by hop from the best that reached each token: for amounts
 * so small that rounding, which floats do not know of, decides.
 */
export function bestExactWay(
  market: Market,
  ends: { readonly source: number; readonly target: number; readonly maxHops: number },
  amountIn: bigint,
): readonly Edge[] | undefined {
  let front = new Map<number, Reached>([[ends.source, { out: amountIn, way: [] }]])
  let best: Reached | undefined
  for (let hop = 0; hop < ends.maxHops; hop += 1) {
    front = oneHopOn(market, ends.source, front)
    const arrived = front.get(ends.target)
    if (arrived !== undefined && arrived.out > (best?.out ?? 0n)) best = arrived
    front.delete(ends.target)
  }
  return best?.way
}

function oneHopOn({ leaving }: Market, source: number, front: ReadonlyMap<number, Reached>): Map<number, Reached> {
  const next = new Map<number, Reached>()
  for (const [token, here] of front) {
    for (const edge of leaving[token] ?? []) {
      if (isBehind(here.way, edge, source)) continue
      const out = exactOutput([edge], here.out)
      if (out > (next.get(edge.target)?.out ?? 0n)) next.set(edge.target, { out, way: [...here.way, edge] })
    }
  }
  return next
}

const isBehind = (way: readonly Edge[], edge: Edge, source: number) =>
  edge.target === source || way.some(({ target, pool }) => target === edge.target || pool === edge.pool)
