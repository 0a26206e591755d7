import type { Pool } from '#domain/protocol'
import type { Route, RouteRequest } from '#domain/route'
import { f64 } from '#math/typed'
import { emptySale, sell } from './book/edge.ts'
import { pairsOfEnd } from './book/pairs.ts'
import type { Edge, Market } from './market.ts'
import { type Reach, reachOf } from './reach.ts'
import { clearField, spreadField } from './search/field.ts'
import type { Room } from './search/room.ts'
import { explainUnused, type Unused } from './unused.ts'

/** What is said of the pools that a route does not use. */
export interface Explained {
  /** Pools on some way between the tokens that is short enough. */
  readonly considered: number
  readonly unused: readonly Unused[]
}

export function explain(
  { market, room }: { readonly market: Market; readonly room: Room },
  request: RouteRequest,
  route: Route | undefined,
): Explained {
  const source = market.numbers.get(request.tokenIn)
  const target = market.numbers.get(request.tokenOut)
  const used = new Set<Pool>(route?.legs.map((leg) => leg.pool))
  if (source === undefined || target === undefined)
    return { considered: 0, unused: explainUnused(market, undefined, { used, givesHere: () => false }) }

  const reach = reachOf(market, { source, target, maxHops: Math.min(request.maxHops, request.maxLegs) })
  const useful = edgesThatGive(room, reach, source, request)
  return {
    considered: new Set(reach.leaving.flat().map(({ live }) => live)).size,
    unused: explainUnused(market, reach, { used, givesHere: (edge) => useful.has(edge) }),
  }
}

/** Edges that give at least one unit for what comes to them when all is sold on the way with the best spot prices. */
function edgesThatGive({ ground, fields }: Room, reach: Reach, source: number, request: RouteRequest): Set<Edge> {
  const { book, pairs } = ground
  const [field] = fields
  const branches = pairsOfEnd(pairs, source)
  spreadField(field, { pairs, price: pairs.spot, origin: source, direction: 'onward', hops: request.maxHops, branches })
  const sale = emptySale()
  const giving = reach.leaving.flat().filter(({ id, source: token }) => {
    const arriving = Number(request.amountIn) * f64(field.price, token)
    return arriving > 0 && sell(book, id, arriving, sale) >= 1
  })
  clearField(field)
  return new Set(giving)
}
