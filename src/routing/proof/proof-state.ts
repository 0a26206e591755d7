import { f64, i32, toFloat64 } from '#math/typed'
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
  /** By market token; 0 for tokens without a price. */
  readonly prices: DualPrices
  readonly shortfalls: ShortfallCache
  readonly dijkstra: DijkstraWorkspace
  /** What was last extended over `prices`, and from which prices of a core; `undefined` once they have changed. */
  lastExtended: { readonly at: Float64Array; readonly spread: ExtendedPrices } | undefined
  /** Sets all prices to 0. */
  clearPrices(): void
  /** Runs a function with a mark, 1, at each of some tokens. */
  withMarks<T>(tokens: readonly number[], run: (isMarked: Uint8Array) => T): T
  /** Of the edge table in its current size. */
  getSpecialEdges(): SpecialEdges
}

/** @param workspace of the search over the same index; proofs share its price fields */
export function createProofWorkspace({ index, fields }: Pick<SearchWorkspace, 'index' | 'fields'>): ProofWorkspace {
  const { book, pairs } = index
  const isMarked = new Uint8Array(book.tokens)
  let special = { edges: findSpecialEdges(index), used: book.columns.used }
  const workspace: ProofWorkspace = {
    ...{ index, fields },
    flows: createFlowLimits(book.tokens),
    smoothBound: createSmoothBoundMinimizer(),
    prices: new Float64Array(book.tokens),
    shortfalls: createShortfallCache(pairs.count),
    dijkstra: createDijkstraWorkspace(book.tokens),
    lastExtended: undefined,
    clearPrices() {
      workspace.lastExtended = undefined
      for (const token of workspace.flows.reached) workspace.prices[token] = 0 // no other token gets a price
    },
    withMarks(tokens, run) {
      for (const token of tokens) isMarked[token] = 1
      const result = run(isMarked)
      for (const token of tokens) isMarked[token] = 0
      return result
    },
    getSpecialEdges() {
      const { used } = book.columns
      if (used !== special.used) special = { edges: findSpecialEdges(index), used }
      return special.edges
    },
  }
  return workspace
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

/**
 * Runs one proof, and clears the prices after it.
 * @returns `undefined` if the input amount cannot become the output token within the hops of the bound
 */
export function prove<T>(
  workspace: ProofWorkspace,
  task: Task,
  found: Incumbent,
  run: (state: ProofState) => T,
): T | undefined {
  const state = startProof(workspace, task, found)
  const result = state && run(state)
  workspace.clearPrices()
  return result
}

function startProof(workspace: ProofWorkspace, task: Task, found: Incumbent): ProofState | undefined {
  const { index, flows } = workspace
  const branches = findDeadEnds(index.pairs, task)
  limitFlows(flows, index, task, branches)
  if (f64(flows.max, task.target) === 0) return undefined
  const scope = createScope(index, task, { ...flows, branches, special: workspace.getSpecialEdges() })
  return withTokens({ workspace, scope, found }, computeStartingPrices(workspace, scope, found))
}

/**
 * Starting prices: the route's own, else those of an earlier proof, else mid prices for other tokens the search wanted.
 */
function computeStartingPrices(workspace: ProofWorkspace, scope: Scope, found: Incumbent) {
  const { prices } = workspace
  const inRoute = listLegTokens(scope.index.book, found)
  const ends = scope.branches.flatMap((pair) => [i32(scope.index.pairs.from, pair), i32(scope.index.pairs.to, pair)])
  const tokens = new Set([...inRoute, ...ends, ...found.extra, ...(found.proven?.prices.keys() ?? [])])
  const near = [...tokens].filter((token) => f64(scope.max, token) > 0 && token !== scope.task.target)
  const whole = [scope.task.source, scope.task.target, ...near.filter((token) => token !== scope.task.source)]
  const known = whole.filter((token) => {
    const price = token === scope.task.target ? 1 : (found.prices.get(token) ?? found.proven?.prices.get(token) ?? 0)
    if (price > 0) prices[token] = price
    return price > 0
  })
  workspace.withMarks(known, (isKnown) => priceAtMidpoint(scope, prices, whole, isKnown))
  const priced = new Map(whole.slice(0, maxCoreTokens).map((token) => [token, f64(prices, token)]))
  workspace.clearPrices()
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
    prices: toFloat64(kept, ([, price]) => price),
  }
}

/** The state with more tokens in the core, at the prices found for them; `undefined` if the core is full. */
export function widenCore(state: ProofState, tokens: readonly number[]): ProofState | undefined {
  const { core, prices, workspace } = state
  const left = maxCoreTokens - core.tokens.length
  if (left <= 0 || tokens.length === 0) return undefined
  const priced = new Map(core.tokens.map((token, place) => [token, f64(prices, place)]))
  for (const token of tokens.slice(0, left)) priced.set(token, f64(workspace.prices, token))
  return withTokens(state, priced)
}

/** Adds the tokens that a search for a route of this size would pick. The workspace must hold prices of all tokens. */
export function widenBySearch(state: ProofState): ProofState {
  const { workspace, scope, core } = state
  const { tokens } = buildSearchGraph(workspace.index, scope.task, workspace.fields, core.tokens)
  const known = new Set(core.tokens)
  const near = tokens.filter((token) => !known.has(token) && f64(scope.max, token) > 0)
  return widenCore(state, near) ?? state
}
