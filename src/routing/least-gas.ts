import { passedTokenGas } from './evaluate.ts'
import { legGas } from './leg-gas.ts'
import { type Edge, type Market, tradeOf } from './market.ts'

interface Reached {
  readonly out: bigint
  readonly gas: bigint
  readonly way: readonly Edge[]
}

const isBetter = (a: Reached, b: Reached | undefined) =>
  b === undefined || (a.gas === b.gas ? a.out > b.out : a.gas < b.gas)

/**
 * The undivided way that takes least gas and, between equals, gives most: hop by hop from what reached each token with
 * least gas, exact in integers. A way onward never makes gas less, so those that took as much as the best are left.
 */
export function leastGasWay(
  market: Market,
  ends: { readonly source: number; readonly target: number; readonly maxHops: number },
  amountIn: bigint,
): readonly Edge[] | undefined {
  let front: readonly Reached[] = [{ out: amountIn, gas: 0n, way: [] }]
  let best: Reached | undefined
  for (let hop = 0; hop < ends.maxHops && front.length > 0; hop += 1) {
    const next = new Map<number, Reached>()
    for (const [target, there] of front.flatMap((here) => [...onwards(market, ends.source, here)]))
      if (isBetter(there, next.get(target))) next.set(target, there)
    const arrived = next.get(ends.target)
    if (arrived !== undefined && isBetter(arrived, best)) best = arrived
    next.delete(ends.target)
    front = [...next.values()].filter(({ gas }) => best === undefined || gas <= best.gas)
  }
  return best?.way
}

function* onwards(market: Market, source: number, here: Reached): Generator<readonly [number, Reached]> {
  const token = here.way.at(-1)?.target ?? source
  const passed = here.way.length === 0 ? 0n : passedTokenGas
  for (const edge of market.leaving[token] ?? []) {
    if (edge.target === source || here.way.some(({ target, pool }) => target === edge.target || pool === edge.pool))
      continue
    const trade = tradeOf(edge, here.out)
    const out = edge.protocol.amountOut(edge.live.state, trade) ?? 0n
    if (out <= 0n) continue
    yield [
      edge.target,
      { out, gas: here.gas + legGas(edge, edge.live.state, trade) - passed, way: [...here.way, edge] },
    ]
  }
}
