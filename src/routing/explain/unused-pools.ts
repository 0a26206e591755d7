/** Finds the reasons why pools of a market are not in a route. */
import { itemAt } from '#domain/item-at'
import type { Pool } from '#domain/pools/protocol'
import type { PoolReason } from '#domain/quotes/quote-record'
import type { RouteRequest } from '#domain/quotes/route'
import type { Address } from '#domain/units'
import { f64 } from '#math/typed'
import { computeExactOutput } from '#routing/answer/exact-path'
import { createSellResult, sell } from '#routing/index/edge'
import { findDeadEndPairs } from '#routing/index/pair-graph'
import { type Edge, groupByPool, type PoolGraph } from '#routing/index/pool-graph'
import { spreadField } from '#routing/index/price-field'
import type { SearchWorkspace } from '#routing/search/workspace'

/** Pools by the reason why they are not in a route. */
export type UnusedPools = ReadonlyMap<PoolReason, readonly Pool[]>

interface UnusedContext {
  readonly market: PoolGraph
  readonly workspace: SearchWorkspace
}

/** All pools except `used`; those of one reason in the snapshot's order. */
export function findUnusedPools(
  { market, workspace }: UnusedContext,
  request: RouteRequest,
  used: ReadonlySet<Address>,
): UnusedPools {
  const unused = new Map<PoolReason, Pool[]>()
  const add = (reason: PoolReason, pool: Pool) => {
    const known = unused.get(reason)
    if (known === undefined) unused.set(reason, [pool])
    else known.push(pool)
  }
  for (const pool of market.foreign) add('excluded', pool)
  const serves = createPathFilter(market, request)
  const givesHere = createOutputFilter(workspace, request, market.numbers.get(request.tokenIn))
  for (const edges of groupByPool(market.edges)) {
    const { pool } = itemAt(edges, 0).live
    if (!used.has(pool.address)) add(findReason(edges.filter(serves), givesHere), pool)
  }
  return unused
}

type EdgePredicate = (edge: Edge) => boolean

function findReason(edges: readonly Edge[], givesHere: EdgePredicate): PoolReason {
  if (edges.length === 0) return 'hop_limit'
  if (edges.some(givesHere)) return 'worse_price'
  return edges.some((edge) => hasOutput(edge)) ? 'zero_output' : 'no_liquidity'
}

function hasOutput(edge: Edge): boolean {
  for (let amountIn = 1n; amountIn < 1n << 112n; amountIn <<= 8n) {
    if (computeExactOutput([edge], amountIn) > 0n) return true
  }
  return false
}

/** True for edges on some path within the hop limit that neither leave the output token nor enter the input token. */
function createPathFilter({ numbers, edges }: PoolGraph, request: RouteRequest): EdgePredicate {
  const [source, target] = [numbers.get(request.tokenIn), numbers.get(request.tokenOut)]
  if (source === undefined || target === undefined) return () => false
  const max = Math.min(request.maxHops, request.maxLegs)
  const hopsFrom = computeHops(edges, max, source, ({ source: near, target: far }) => [near, far])
  const hopsLeft = computeHops(edges, max, target, ({ source: far, target: near }) => [near, far])
  return (edge) =>
    edge.target !== source &&
    edge.source !== target &&
    (hopsFrom.get(edge.source) ?? Infinity) + 1 + (hopsLeft.get(edge.target) ?? Infinity) <= max
}

/** By token, up to `max`. */
function computeHops(
  edges: readonly Edge[],
  max: number,
  start: number,
  endsOf: (edge: Edge) => readonly [near: number, far: number],
): ReadonlyMap<number, number> {
  const hops = new Map([[start, 0]])
  for (let hop = 0; hop < max; hop += 1) {
    for (const edge of edges) {
      const [near, far] = endsOf(edge)
      if (hops.get(near) === hop && !hops.has(far)) hops.set(far, hop + 1)
    }
  }
  return hops
}

/**
 * True for edges that give at least one unit when the whole amount arrives over the path with the best spot prices.
 */
function createOutputFilter(
  workspace: SearchWorkspace,
  request: RouteRequest,
  source: number | undefined,
): EdgePredicate {
  if (source === undefined) return () => false
  const { book, pairs } = workspace.index
  const branches = findDeadEndPairs(pairs, source)
  const spread = {
    pairs,
    price: pairs.spot,
    origin: source,
    direction: 'onward',
    hops: request.maxHops,
    branches,
  } as const
  const price = workspace.useField((field) => {
    spreadField(field, spread)
    return field.price.slice()
  })
  const sale = createSellResult()
  return ({ id, source: token }) => {
    const arriving = Number(request.amountIn) * f64(price, token)
    return arriving > 0 && sell(book, id, arriving, sale) >= 1
  }
}
