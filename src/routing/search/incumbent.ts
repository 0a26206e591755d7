/** Results of searches, and how they move into another search: another core, another amount, or a later block. */

import { itemAt } from '#domain/item-at'
import { f64, i32, toFloat64 } from '#math/typed'
import type { EdgeTable } from '#routing/index/edge-table'
import { isRoute, keepConnected } from './route-shape.ts'
import type { SearchEdge, SearchGraph } from './search-graph.ts'
import type { SinglePath } from './starts.ts'
import { type SearchState, type Support, tryEdges } from './support.ts'
import type { SearchWorkspace } from './workspace.ts'

/** The result of a search. */
export interface LocalOptimum {
  readonly core: SearchGraph
  readonly support: Support
  /** The best single paths, best first; empty if none takes the whole amount. */
  readonly singlePaths: readonly SinglePath[]
  readonly extra: readonly number[]
  /** What legs cost in the bound that said how long to search on at the leg limit. */
  readonly pricedLegs?: PricedLegs | undefined
}

/** The tokens of its route by market number, possibly repeated. */
export const tokensOf = ({ core, support }: Pick<LocalOptimum, 'core' | 'support'>): readonly number[] =>
  support.edges.flatMap(({ a, b }) => [a, b]).flatMap((place) => core.tokens[place] ?? [])

/** The search result passed to a proof. */
export interface Incumbent {
  /** Edges by market number with their flows, in floats of the smallest units. */
  readonly legs: readonly { readonly edge: number; readonly x: number; readonly y: number }[]
  /** By market token: its price in the output token, smallest units per smallest unit; the route's tokens only. */
  readonly prices: ReadonlyMap<number, number>
  /** Output less gas, in the output token. */
  readonly net: number
  /** Tokens that the search added to its core beyond the default choice. */
  readonly extra: readonly number[]
  /** What legs cost in a bound before the end of its search. */
  readonly pricedLegs?: PricedLegs | undefined
  /** The last proof for the same pair, a block ago. */
  readonly proven?: PreviousProof | undefined
}

/** The input and output tokens of its legs by market number, possibly repeated. */
export const listLegTokens = ({ from, to }: EdgeTable, { legs }: Pick<Incumbent, 'legs'>): readonly number[] =>
  legs.flatMap(({ edge }) => [i32(from, edge), i32(to, edge)])

export interface PreviousProof {
  /** By market token: the final prices. */
  readonly prices: ReadonlyMap<number, number>
  readonly byClasses: boolean
  readonly legs?: PricedLegs | undefined
}

/** The end of a proof that gives every leg a price, in the output token. */
export interface PricedLegs {
  readonly legPrice: number
  /** By market token. */
  readonly prices: ReadonlyMap<number, number>
}

/** The search result, independent of its core. */
export function toIncumbent({ dual }: SearchWorkspace, { core, support, extra, pricedLegs }: LocalOptimum): Incumbent {
  dual.solve(support.edges, core.task.amount, support.prices.slice())
  const prices = new Map<number, number>()
  for (const place of new Set([0, 1, ...support.edges.flatMap(({ a, b }) => [a, b])]))
    prices.set(itemAt(core.tokens, place), f64(support.prices, place))
  return {
    legs: support.edges.map(({ edge }, i) => ({ edge, x: f64(dual.x, i), y: f64(dual.y, i) })),
    prices,
    net: support.value,
    extra,
    pricedLegs,
  }
}

/**
 * An earlier result in a new core and for the task's amount, without legs too poor to be in that core; `undefined` if
 * it is no longer usable.
 */
export function resumeSupport(state: SearchState, { legs, prices }: Incumbent): Support | undefined {
  const moved = keepConnected(findEdges(state.core, legs))
  if (moved.length === 0 || !isRoute(state.core, moved, state.core.task.limits)) return undefined
  const support = tryEdges(state, moved, toPlacePrices(state.core, prices))
  return support.isWhole && Number.isFinite(support.value) ? support : undefined
}

/** A support in another core; `undefined` if that core lacks one of its edges. */
export function moveSupport(state: SearchState, from: SearchGraph, { edges, prices }: Support): Support | undefined {
  const moved = findEdges(state.core, edges)
  if (moved.length < edges.length) return undefined
  const known = new Map(from.tokens.map((token, place) => [token, f64(prices, place)]))
  return tryEdges(state, moved, toPlacePrices(state.core, known))
}

/** The edges that the core has too. */
function findEdges(core: SearchGraph, edges: readonly { readonly edge: number }[]): readonly SearchEdge[] {
  const wanted = new Set(edges.map(({ edge }) => edge))
  return core.edges.filter(({ edge }) => wanted.has(edge))
}

const toPlacePrices = (core: SearchGraph, known: ReadonlyMap<number, number>): Float64Array =>
  toFloat64(core.tokens, (token) => known.get(token) ?? 0)
