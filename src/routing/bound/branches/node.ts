import { f64, i32 } from '#math/typed'
import { arbitrage, surplusOf } from '#routing/bound/arbitrage'
import { type CoreEdges, compacted, filtered, forEachEdge } from '#routing/bound/core-edges'
import { descend } from '#routing/bound/descend'
import type { Work } from '#routing/bound/work'
import { mostDoubtful } from './doubt.ts'
import { settled } from './settled.ts'

/** A question in part answered. */
export interface Node {
  /** What a route may still use. Edges that it is said to use cost nothing any more: what they cost is in `paid`. */
  readonly core: CoreEdges
  readonly paid: number
  readonly prices: Float64Array
  /** No route of this kind gives more net of gas. */
  readonly bound: number
  /** Place in the core of the edge to ask about next; −1 where none is in doubt. */
  readonly next: number
}

type Asked = Pick<Node, 'core' | 'paid' | 'prices'>

/** How smooth the bound is while prices are sought, and for how many of Newton's steps. */
const delta = 0.03
const steps = 8
/** Edges whose spot price is further below the ratio of prices are left out while these are sought. */
const margin = 0.998

export const firstNode = (work: Work, core: CoreEdges, least: number): Node =>
  nodeAt(
    work,
    { core, paid: 0, prices: Float64Array.from(core.tokens, (token) => f64(work.room.prices, token)) },
    least,
  )

/** Routes that use the edge in doubt, and those that do not. */
export function nodesBelow(work: Work, { core, paid, prices, bound, next }: Node, least: number): readonly Node[] {
  const cost = core.cost.slice()
  cost[next] = 0
  const using = { core: { ...core, cost }, paid: paid + f64(core.cost, next), prices }
  const sparing = { core: filtered(core, (place) => place !== next), paid, prices }
  return [using, sparing].map((asked) => {
    const node = nodeAt(work, asked, least)
    return node.bound <= bound ? node : { ...node, bound }
  })
}

function nodeAt(work: Work, asked: Asked, least: number): Node {
  const node = pricedNode(work, asked, lowered(work, asked.core, asked.prices), least)
  if (node.next >= 0) return node
  if (node.core.edge.length < asked.core.edge.length || node.paid > asked.paid) {
    const again = nodeAt(work, node, least)
    return again.bound <= node.bound ? again : { ...again, bound: node.bound }
  }
  const atRoute = pricedNode(work, asked, routePrices(work, node), least)
  return atRoute.bound < node.bound ? { ...atRoute, next: -1 } : node
}

function pricedNode(
  { scope, room }: Pick<Work, 'scope' | 'room'>,
  { core, paid }: Asked,
  prices: Float64Array,
  least: number,
): Node {
  const { gains, gross } = gainsAt({ scope, room }, core, prices)
  const left = settled(scope, core, { gains, paid, radius: gross - paid - least })
  const next = left.lacking >= 0 ? left.lacking : mostDoubtful(scope, left.core, prices)
  return { prices, bound: gross - paid - left.lack, core: left.core, paid: left.paid, next }
}

/** With the found route's own prices: what is left when all is answered is mostly that route. */
const routePrices = ({ found }: Work, { core, prices }: Node): Float64Array =>
  prices.map((price, place) => {
    const known = place === 1 ? 1 : (found.prices.get(core.tokens[place] ?? -1) ?? 0)
    return known > 0 && known < Number.POSITIVE_INFINITY ? known : price
  })

/** Prices near these where the bound is lower; those of tokens around which nothing trades stay. */
function lowered({ room, scope }: Work, core: CoreEdges, from: Float64Array): Float64Array {
  const { spot } = scope.ground.book
  const isNear = new Uint8Array(core.edge.length)
  forEachEdge(core, (place, a, b) => {
    const trades = f64(spot, i32(core.edge, place)) * f64(from, b) > f64(from, a) * margin
    isNear[place] = trades || f64(core.cost, place) === 0 ? 1 : 0
  })
  const { core: small, places } = compacted(filtered(core, (place) => isNear[place] === 1))
  const moved = Float64Array.from(places, (place) => f64(from, place))
  descend(room.descent, scope, small, moved, { delta, gasPart: 1, legPrice: 0 }, steps)
  const prices = from.slice()
  places.forEach((place, at) => {
    prices[place] = f64(moved, at)
  })
  return prices
}

/** What edges gain less what they cost, those of a pool of several tokens each what all of its edges gain together. */
function gainsAt({ scope, room }: Pick<Work, 'scope' | 'room'>, core: CoreEdges, prices: Float64Array) {
  const { siblings, pool } = scope.ground.book
  room.shown = undefined
  core.tokens.forEach((token, place) => {
    room.prices[token] = f64(prices, place)
  })
  const gains = new Float64Array(core.edge.length)
  const shared = new Map<number, number>()
  let gross = scope.task.amount * f64(prices, 0)
  forEachEdge(core, (place, a, b) => {
    const edge = i32(core.edge, place)
    const known = shared.get(i32(pool, edge))
    const isShared = i32(siblings, edge) > 2
    const gain =
      known ??
      (isShared
        ? surplusOf(scope, room.prices, edge)
        : arbitrage(scope, edge, f64(prices, a), f64(prices, b)) - f64(core.cost, place))
    gains[place] = gain
    if (known !== undefined) return
    gross += Math.max(0, gain)
    if (isShared) shared.set(i32(pool, edge), gain)
  })
  return { gains, gross }
}
