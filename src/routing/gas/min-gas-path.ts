import { intermediateGasSaving } from '#routing/evaluate'
import { type Edge, type PoolGraph, toTrade } from '#routing/pool-graph'
import { computeLegGas } from './leg-gas.ts'

interface GasLabel {
  readonly out: bigint
  readonly gas: bigint
  readonly way: readonly Edge[]
}

const isBetter = (a: GasLabel, b: GasLabel | undefined) =>
  b === undefined || (a.gas === b.gas ? a.out > b.out : a.gas < b.gas)

/**
 * The single path with the least gas and, among equals, the largest output. Extends hop by hop the path that reached
 * each token with the least gas, exact in integers. Longer paths never use less gas, so paths that already use more
 * than the best are dropped.
 */
export function findMinGasPath(
  market: PoolGraph,
  ends: { readonly source: number; readonly target: number; readonly maxHops: number },
  amountIn: bigint,
): readonly Edge[] | undefined {
  let front: readonly GasLabel[] = [{ out: amountIn, gas: 0n, way: [] }]
  let best: GasLabel | undefined
  for (let hop = 0; hop < ends.maxHops && front.length > 0; hop += 1) {
    const next = new Map<number, GasLabel>()
    for (const [target, there] of front.flatMap((here) => [...extendPaths(market, ends.source, here)]))
      if (isBetter(there, next.get(target))) next.set(target, there)
    const arrived = next.get(ends.target)
    if (arrived !== undefined && isBetter(arrived, best)) best = arrived
    next.delete(ends.target)
    front = [...next.values()].filter(({ gas }) => best === undefined || gas <= best.gas)
  }
  return best?.way
}

function* extendPaths(market: PoolGraph, source: number, here: GasLabel): Generator<readonly [number, GasLabel]> {
  const token = here.way.at(-1)?.target ?? source
  const passed = here.way.length === 0 ? 0n : intermediateGasSaving
  for (const edge of market.leaving[token] ?? []) {
    if (edge.target === source || here.way.some(({ target, pool }) => target === edge.target || pool === edge.pool))
      continue
    const trade = toTrade(edge, here.out)
    const out = edge.protocol.amountOut(edge.live.state, trade) ?? 0n
    if (out <= 0n) continue
    yield [
      edge.target,
      { out, gas: here.gas + computeLegGas(edge, edge.live.state, trade) - passed, way: [...here.way, edge] },
    ]
  }
}
