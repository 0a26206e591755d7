/** Why the pools of a market that are not in a route are not. */
import type { Pool } from '#domain/protocol'
import type { PoolReason } from '#domain/quote-record'
import type { RouteRequest } from '#domain/route'
import type { Address } from '#domain/units'
import { f64 } from '#math/typed'
import { emptySale, sell } from './book/edge.ts'
import { pairsOfEnd } from './book/pairs.ts'
import { type Edge, type Market, tradeOf } from './market.ts'
import { clearField, spreadField } from './search/field.ts'
import type { Room } from './search/room.ts'

/** Pools by why they are not in a route. */
export type Unused = ReadonlyMap<PoolReason, readonly Pool[]>

interface Explaining {
  readonly market: Market
  readonly room: Room
}

/** All but those that are used: those of one reason in the snapshot's order. */
export function unusedBy({ market, room }: Explaining, request: RouteRequest, used: ReadonlySet<Address>): Unused {
  const unused = new Map<PoolReason, Pool[]>()
  const add = (reason: PoolReason, pool: Pool) => {
    const known = unused.get(reason)
    if (known === undefined) unused.set(reason, [pool])
    else known.push(pool)
  }
  for (const pool of market.foreign) add('excluded', pool)
  const serves = servingIn(market, request)
  const givesHere = givingIn(room, request, market.numbers.get(request.tokenIn))
  for (const edges of market.byPool) {
    const pool = edges[0]?.live.pool
    if (pool !== undefined && !used.has(pool.address)) add(reasonOf(edges.filter(serves), givesHere), pool)
  }
  return unused
}

type IsSo = (edge: Edge) => boolean

function reasonOf(edges: readonly Edge[], givesHere: IsSo): PoolReason {
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

/** Whether an edge lies on some way between the tokens that is short enough, and neither sells the bought nor buys the sold one. */
function servingIn({ numbers, leaving, entering }: Market, request: RouteRequest): IsSo {
  const [source, target] = [numbers.get(request.tokenIn), numbers.get(request.tokenOut)]
  if (source === undefined || target === undefined) return () => false
  const most = Math.min(request.maxHops, request.maxLegs)
  const hopsFrom = hopsOver(leaving, source, (edge) => edge.target)
  const hopsLeft = hopsOver(entering, target, (edge) => edge.source)
  return (edge) =>
    edge.target !== source &&
    edge.source !== target &&
    (hopsFrom[edge.source] ?? Infinity) + 1 + (hopsLeft[edge.target] ?? Infinity) <= most
}

function hopsOver(lists: readonly (readonly Edge[])[], start: number, next: (edge: Edge) => number): number[] {
  const hops = lists.map(() => Infinity)
  hops[start] = 0
  const queue = [start]
  for (const token of queue) {
    for (const edge of lists[token] ?? []) {
      const other = next(edge)
      if (hops[other] !== Infinity) continue
      hops[other] = (hops[token] ?? 0) + 1
      queue.push(other)
    }
  }
  return hops
}

/** Whether an edge gives at least one unit for what comes to it when all is sold on the way with the best spot prices. */
function givingIn({ ground, field }: Room, request: RouteRequest, source: number | undefined): IsSo {
  if (source === undefined) return () => false
  const { book, pairs } = ground
  const branches = pairsOfEnd(pairs, source)
  spreadField(field, { pairs, price: pairs.spot, origin: source, direction: 'onward', hops: request.maxHops, branches })
  const price = field.price.slice()
  clearField(field)
  const sale = emptySale()
  return ({ id, source: token }) => {
    const arriving = Number(request.amountIn) * f64(price, token)
    return arriving > 0 && sell(book, id, arriving, sale) >= 1
  }
}
