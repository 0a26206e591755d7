import { f64, i32 } from '#math/typed'
import type { MarketIndex } from '#routing/index/market-index'
import { findDeadEnds } from '#routing/index/pair-graph'
import type { PriceFieldCache } from '#routing/index/price-field'
import type { Task } from '#routing/index/task'
import { type Incumbent, listLegTokens } from '#routing/search/incumbent'
import { buildSearchGraph } from '#routing/search/search-graph'
import type { SearchWorkspace } from '#routing/search/workspace'
import type { DualPrices } from './arbitrage.ts'
import { type CoreEdges, gatherEdges } from './core-edges.ts'
import { type ExtendedPrices, priceAtMidpoint } from './extend-prices.ts'
import {
  createFlowLimits,
  createScope,
  type FlowLimits,
  findSpecialEdges,
  limitFlows,
  type Scope,
  type SpecialEdges,
} from './scope.ts'
import {
  createDijkstraWorkspace,
  createShortfallCache,
  type DijkstraWorkspace,
  type ShortfallCache,
} from './shortfall.ts'
import { createSmoothBoundMinimizer, maxCoreTokens, type SmoothBoundMinimizer } from './smooth-bound.ts'

/** Buffers reused by consecutive proofs. */
export interface ProofWorkspace {
  readonly index: MarketIndex
  readonly fields: PriceFieldCache
  readonly flows: FlowLimits
  readonly smoothBound: SmoothBoundMinimizer
  /** By market token; all 0 between two certificates. */
  readonly prices: DualPrices
  readonly isCore: Uint8Array
  readonly shortfalls: ShortfallCache
  readonly dijkstra: DijkstraWorkspace
  /** What was last extended over `prices`, and from which prices of a core; `undefined` once they have changed. */
  lastExtended: { readonly at: Float64Array; readonly spread: ExtendedPrices } | undefined
  /** Recomputed when the edge table has grown. */
  special: { readonly edges: SpecialEdges; readonly used: number }
}

/** @param room workspace of the search over the same index; proofs share its price fields */
export function createProofWorkspace({
  index: ground,
  fields,
}: Pick<SearchWorkspace, 'index' | 'fields'>): ProofWorkspace {
  const { book, pairs } = ground
  return {
    index: ground,
    fields,
    flows: createFlowLimits(book.tokens),
    smoothBound: createSmoothBoundMinimizer(),
    prices: new Float64Array(book.tokens),
    isCore: new Uint8Array(book.tokens),
    shortfalls: createShortfallCache(pairs.count),
    dijkstra: createDijkstraWorkspace(book.tokens),
    lastExtended: undefined,
    special: { edges: findSpecialEdges(ground), used: book.columns.used },
  }
}

/** State of one proof. */
export interface ProofState {
  readonly workspace: ProofWorkspace
  readonly scope: Scope
  readonly found: Incumbent
  /** The tokens whose prices are optimized together, and these prices. */
  readonly core: CoreEdges
  readonly prices: Float64Array
}

/** `undefined` if the input amount cannot become the output token within the hops of the bound. */
export function startProof(room: ProofWorkspace, task: Task, found: Incumbent): ProofState | undefined {
  const { index: ground, flows } = room
  const branches = findDeadEnds(ground.pairs, task)
  limitFlows(flows, ground, task, branches)
  if (f64(flows.max, task.target) === 0) return undefined
  const { used } = ground.book.columns
  if (used !== room.special.used) room.special = { edges: findSpecialEdges(ground), used }
  const scope = createScope(ground, task, { ...flows, branches, special: room.special.edges })

  return withTokens({ workspace: room, scope, found }, computeStartingPrices(room, scope, found))
}

/**
 * Starting prices: the route's own, else those of an earlier proof, else mid prices for other tokens the search wanted.
 */
function computeStartingPrices({ prices, isCore }: ProofWorkspace, scope: Scope, found: Incumbent) {
  const inRoute = listLegTokens(scope.index.book, found)
  const ends = scope.branches.flatMap((pair) => [i32(scope.index.pairs.from, pair), i32(scope.index.pairs.to, pair)])
  const tokens = new Set([...inRoute, ...ends, ...found.extra, ...(found.proven?.prices.keys() ?? [])])
  const near = [...tokens].filter((token) => f64(scope.max, token) > 0 && token !== scope.task.target)
  const whole = [scope.task.source, scope.task.target, ...near.filter((token) => token !== scope.task.source)]
  for (const token of whole) {
    const price = token === scope.task.target ? 1 : (found.prices.get(token) ?? found.proven?.prices.get(token) ?? 0)
    if (!(price > 0)) continue
    prices[token] = price
    isCore[token] = 1
  }
  priceAtMidpoint(scope, prices, whole, isCore)
  const priced = new Map(whole.slice(0, maxCoreTokens).map((token) => [token, f64(prices, token)]))
  for (const token of whole) {
    prices[token] = 0
    isCore[token] = 0
  }
  return priced
}

/** The state with other tokens. @param priced above 0, by market token; input and output token come first */
function withTokens(
  work: Omit<ProofState, 'core' | 'prices'>,
  priced: ReadonlyMap<number, number>,
): ProofState | undefined {
  const { source, target } = work.scope.task
  if (!((priced.get(source) ?? 0) > 0)) return undefined
  const kept = [...priced].filter(([token, price]) => price > 0 || token === target)
  return {
    ...work,
    core: gatherEdges(
      work.scope,
      kept.map(([token]) => token),
    ),
    prices: Float64Array.from(kept, ([, price]) => price),
  }
}

/** The state with more tokens in the core, at the prices found for them; `undefined` if the core is full. */
export function widenCore(state: ProofState, tokens: readonly number[]): ProofState | undefined {
  const { core, prices, workspace: room } = state
  const left = maxCoreTokens - core.tokens.length
  if (left <= 0 || tokens.length === 0) return undefined
  const priced = new Map(core.tokens.map((token, place) => [token, f64(prices, place)]))
  for (const token of tokens.slice(0, left)) priced.set(token, f64(room.prices, token))
  return withTokens(state, priced)
}

/** Adds the tokens that a search for a route of this size would pick. The workspace must hold prices of all tokens. */
export function widenBySearch(state: ProofState): ProofState {
  const { workspace: room, scope, core } = state
  const { tokens } = buildSearchGraph(room.index, scope.task, room.fields, core.tokens)
  const known = new Set(core.tokens)
  const near = tokens.filter((token) => !known.has(token) && f64(scope.max, token) > 0)
  return widenCore(state, near) ?? state
}

/** Resets the shared buffers. */
export function endProof({ workspace: room, scope, core }: ProofState): void {
  room.lastExtended = undefined
  for (const token of scope.reached) room.prices[token] = 0
  for (const token of core.tokens) room.prices[token] = 0
}
