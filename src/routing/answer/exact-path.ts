import { computeLegGas } from '#routing/index/gas'
import { type Edge, type PoolGraph, toTrade } from '#routing/index/pool-graph'
import { undefinedOnRevert } from '#routing/index/undefined-on-revert'
import { intermediateGasSaving } from './evaluate.ts'

/** The exact output of edges in sequence, each pool in its current state; 0 if one of them gives nothing. */
export function computeExactOutput(way: readonly Edge[], amountIn: bigint): bigint {
  let carried = amountIn
  for (const edge of way) {
    if (carried <= 0n) return 0n
    const trade = toTrade(edge, carried)
    carried = undefinedOnRevert(() => edge.protocol.amountOut(edge.live.state, trade)) ?? 0n
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
  market: PoolGraph,
  source: number,
  front: ReadonlyMap<number, ExactLabel>,
): Map<number, ExactLabel> {
  const next = new Map<number, ExactLabel>()
  for (const [token, here] of front) {
    for (const edge of market.leaving(token)) {
      if (isVisited(here.way, edge, source)) continue
      const out = computeExactOutput([edge], here.out)
      if (out > (next.get(edge.target)?.out ?? 0n)) next.set(edge.target, { out, way: [...here.way, edge] })
    }
  }
  return next
}

const isVisited = (way: readonly Edge[], edge: Edge, source: number) =>
  edge.target === source || way.some(({ target, pool }) => target === edge.target || pool === edge.pool)

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
  for (const edge of market.leaving(token)) {
    if (isVisited(here.way, edge, source)) continue
    const out = computeExactOutput([edge], here.out)
    if (out <= 0n) continue
    const used = computeLegGas(edge, edge.live.state, toTrade(edge, here.out))
    yield [edge.target, { out, gas: here.gas + used - passed, way: [...here.way, edge] }]
  }
}
