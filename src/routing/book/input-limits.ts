/** How much of each token one request may sell, so that curves are cut finely only that far. */
import type { ExactOutRequest, RouteRequest } from '#domain/quotes/route'
import type { Address } from '#domain/units'
import { f64, i32 } from '#math/typed'
import type { EdgeTable } from './edge-table.ts'

/** Pools whose prices are not known yet may pay more, and an exact output may cost more than at the first price. */
const margin = 2
/** Amounts that price gas and rank pools, in native, wei: smaller requests are cut as finely as this. */
const minNative = 4e18
const maxHops = 5

/**
 * By token: several times the largest amount of it that the request's input can become, at the first prices of the
 * edges written so far; ∞ if these do not lead to it.
 * @param numbers of the tokens
 */
export function limitInputs(
  { numbers }: { readonly numbers: ReadonlyMap<Address, number> },
  table: EdgeTable,
  request: RouteRequest | ExactOutRequest,
  wrapped: Address,
): Float64Array {
  const [source = -1, target = -1, native = -1] = [request.tokenIn, request.tokenOut, wrapped].map((token) =>
    numbers.get(token),
  )
  const perInput = spreadPrices(table, source)
  const worth = 'amountIn' in request ? Number(request.amountIn) : Number(request.amountOut) / (perInput[target] ?? 0)
  const min = minNative / (perInput[native] ?? 0)
  const largest = margin * Math.max(worth, min)
  return perInput.map((price) => (price > 0 && largest > 0 ? price * largest : Number.POSITIVE_INFINITY))
}

/** By token: units per unit of the first one along the best path at first prices; 0 if there is none. */
function spreadPrices(table: EdgeTable, source: number): Float64Array {
  let prices = new Float64Array(table.tokens)
  prices[source] = 1
  for (let hop = 0; hop < maxHops; hop += 1) {
    const next = prices.slice()
    for (let edge = 0; edge < table.edges; edge += 1) {
      const to = i32(table.to, edge)
      if (to === source) continue
      next[to] = Math.max(f64(next, to), f64(prices, i32(table.from, edge)) * f64(table.spot, edge))
    }
    prices = next
  }
  return prices
}
