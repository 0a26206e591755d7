import type { Hop, Route } from '#domain/quotes/route'
import type { Address } from '#domain/units'

/** One pool in one direction, with all that paths put through it. */
export interface MergedHop extends Hop {
  /** The part of the whole trade that goes through it, 0 … 1. */
  readonly weight: number
}

/** The pools of a route, each once per direction, in an order in which every token is bought before it is sold. */
export function mergeHops({ paths, tokenIn }: Pick<Route, 'paths' | 'tokenIn'>): readonly MergedHop[] {
  const merged = new Map<string, Hop>()
  for (const hop of paths.flatMap(({ hops }) => hops)) {
    const key = `${hop.pool.address} ${hop.tokenIn} ${hop.tokenOut}`
    const known = merged.get(key)
    merged.set(key, known === undefined ? hop : addHops(known, hop))
  }
  return weigh(sortByToken([...merged.values()], tokenIn), tokenIn)
}

const addHops = (a: Hop, b: Hop): Hop => ({
  ...a,
  amountIn: (a.amountIn + b.amountIn) as Hop['amountIn'],
  amountOut: (a.amountOut + b.amountOut) as Hop['amountOut'],
})

/** By the tokens' distance from the input; routes have no cycles. */
function sortByToken(hops: readonly Hop[], tokenIn: Address): readonly Hop[] {
  const layers = layersOf(hops, tokenIn)
  return hops.toSorted((a, b) => (layers.get(a.tokenIn) ?? 0) - (layers.get(b.tokenIn) ?? 0))
}

/** The most hops that lead to each token. */
export function layersOf(
  hops: readonly Pick<Hop, 'tokenIn' | 'tokenOut'>[],
  tokenIn: Address,
): ReadonlyMap<Address, number> {
  const layers = new Map<Address, number>([[tokenIn, 0]])
  for (let round = 0; round < hops.length; round += 1)
    for (const hop of hops) {
      const from = layers.get(hop.tokenIn)
      if (from !== undefined && from < hops.length)
        layers.set(hop.tokenOut, Math.max(layers.get(hop.tokenOut) ?? 0, from + 1))
    }
  return layers
}

/** What comes into a token leaves it by the shares of its amounts. */
function weigh(hops: readonly Hop[], tokenIn: Address): readonly MergedHop[] {
  const arrived = new Map<Address, number>([[tokenIn, 1]])
  const sold = new Map<Address, bigint>()
  for (const hop of hops) sold.set(hop.tokenIn, (sold.get(hop.tokenIn) ?? 0n) + hop.amountIn)
  return hops.map((hop) => {
    const whole = sold.get(hop.tokenIn) ?? 0n
    const part = whole === 0n ? 0 : Number(hop.amountIn) / Number(whole)
    const weight = (arrived.get(hop.tokenIn) ?? 0) * part
    arrived.set(hop.tokenOut, (arrived.get(hop.tokenOut) ?? 0) + weight)
    return { ...hop, weight }
  })
}
