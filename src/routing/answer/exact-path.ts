import { type Edge, type PoolGraph, toTrade } from '#routing/pool-graph'

/** The exact output of edges in sequence, each pool in its current state; 0 if one of them gives nothing. */
export function computeExactOutput(way: readonly Edge[], amountIn: bigint): bigint {
  let carried = amountIn
  for (const edge of way) {
    if (carried <= 0n) return 0n
    carried = edge.protocol.amountOut(edge.live.state, toTrade(edge, carried)) ?? 0n
  }
  return carried
}

interface ExactLabel {
  readonly out: bigint
  readonly way: readonly Edge[]
}

/**
 * The single path with the largest integer output, gas ignored. Extends hop by hop the best output at each token. Used
 * for amounts so small that rounding, which floats do not model, decides.
 */
export function findBestExactPath(
  market: PoolGraph,
  ends: { readonly source: number; readonly target: number; readonly maxHops: number },
  amountIn: bigint,
): readonly Edge[] | undefined {
  let front = new Map<number, ExactLabel>([[ends.source, { out: amountIn, way: [] }]])
  let best: ExactLabel | undefined
  for (let hop = 0; hop < ends.maxHops; hop += 1) {
    front = extendOneHop(market, ends.source, front)
    const arrived = front.get(ends.target)
    if (arrived !== undefined && arrived.out > (best?.out ?? 0n)) best = arrived
    front.delete(ends.target)
  }
  return best?.way
}

function extendOneHop(
  { leaving }: PoolGraph,
  source: number,
  front: ReadonlyMap<number, ExactLabel>,
): Map<number, ExactLabel> {
  const next = new Map<number, ExactLabel>()
  for (const [token, here] of front) {
    for (const edge of leaving[token] ?? []) {
      if (isVisited(here.way, edge, source)) continue
      const out = computeExactOutput([edge], here.out)
      if (out > (next.get(edge.target)?.out ?? 0n)) next.set(edge.target, { out, way: [...here.way, edge] })
    }
  }
  return next
}

const isVisited = (way: readonly Edge[], edge: Edge, source: number) =>
  edge.target === source || way.some(({ target, pool }) => target === edge.target || pool === edge.pool)
