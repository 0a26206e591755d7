import { f64, i32 } from '#math/typed'
import { computeGasCost } from '#routing/index/gas'
import type { MarketIndex } from '#routing/index/market-index'
import type { Candidate } from './candidates.ts'
import type { DualSolution, DualWorkspace } from './dual.ts'
import type { SearchEffort } from './effort.ts'
import { keepConnected } from './route-shape.ts'
import type { SearchEdge, SearchGraph } from './search-graph.ts'
import type { SwapModel } from './swap-model.ts'
import { supportTuning } from './tuning.ts'

/** A set of edges with the optimal flow over them. */
export interface Support {
  readonly edges: readonly SearchEdge[]
  /** By core token; 0 for tokens it does not touch. */
  readonly prices: Float64Array
  /** By edge: c, its arbitrage gain less its gas. Dropping the edge costs at least that. */
  readonly gains: readonly number[]
  /** Output less gas; −∞ if the flow was not found. */
  readonly value: number
  /** Whether the whole amount is sold. */
  readonly isWhole: boolean
}

/** Shared state of all steps of a search over one core. */
export interface SearchState {
  readonly index: MarketIndex
  readonly core: SearchGraph
  readonly dual: DualWorkspace
  /** By `SearchEdge.index`: 1 for edges that may not be added. */
  readonly banned: Uint8Array
  /** Buffers of `candidates.ts`, by `SearchEdge.index`, and of `detours.ts`, by core token. */
  readonly closed: Uint8Array
  readonly returnPrice: Float64Array
  readonly priceBefore: Float64Array
  readonly returnEdge: Int32Array
  /** Workspace of `swap-walk.ts`. */
  readonly swapModel: SwapModel
  /** Searches while some edges are banned. */
  without<T>(edges: readonly SearchEdge[], search: () => T): T
  /** Supports valued so far, the measure of a search's cost. */
  spent: number
  /** Of all searches of a request. */
  readonly effort: SearchEffort
}

const { maxStrips, flatPrecision, minFall } = supportTuning
/** Selling less than this part of the amount is not selling all of it; the solver's error is far smaller. */
const wholePart = 0.999
/** Of a path; more rounds would find none. */
const maxPathLegs = 6

/**
 * Values edges from prices near their optimum, and strips those without flow.
 * @param than returns a support of value −∞ as soon as it is known that neither the edges nor a part of them are better
 */
export function tryEdges(
  state: SearchState,
  edges: readonly SearchEdge[],
  from: Float64Array,
  than?: Support,
): Support {
  const { core, dual } = state
  const { amount } = core.task
  state.spent += 1
  state.effort.count()
  const prices = from.slice()
  const bar = than === undefined ? Number.NEGATIVE_INFINITY : toBar(than.value)
  let kept = edges
  let solved = solveFrom(state, kept, prices, bar)
  for (let strip = 0; strip < maxStrips; strip += 1) {
    if (solved === undefined) return { edges, prices, gains: [], value: Number.NEGATIVE_INFINITY, isWhole: false }
    const flowing = kept.filter((_, i) => f64(dual.x, i) > 0)
    const useful = keepConnected(flowing)
    if (useful.length === kept.length || useful.length === 0) break
    const wereEmpty = useful.length === flowing.length
    if (wereEmpty) dual.dropEmptyFlows(kept.length)
    kept = useful
    if (!wereEmpty) solved = dual.solve(kept, amount, prices)
  }
  if (!isFullySold(state, kept)) solved = dual.solve(kept, amount, prices, { precision: flatPrecision })
  return buildSupport(state, kept, prices, solved?.isSolved === true ? solved.value : Number.NEGATIVE_INFINITY)
}

/**
 * If the edges before were all full, the input's price fell without limit. From there on others are all but drained, where
 * hardly anything depends on prices and the solver stops. So if more is sold than there is, it is solved from spot prices
 * too: of two values the lower one is nearer to the minimum.
 */
function solveFrom(
  { core, dual }: SearchState,
  edges: readonly SearchEdge[],
  prices: Float64Array,
  bar: number,
): DualSolution | undefined {
  const { amount } = core.task
  const solved = dual.solve(edges, amount, prices, { bar })
  if (solved === undefined || sumSold(dual, edges) * wholePart <= amount) return solved
  const others = prices.slice()
  setToSpot(edges, others)
  const again = dual.solve(edges, amount, others, { bar })
  if (again === undefined) return undefined
  const isLower = again.isSolved && again.value < solved.value * (1 - minFall)
  if (isLower) prices.set(others)
  return isLower ? again : dual.solve(edges, amount, prices, { bar })
}

/** What a unit of each token becomes over the best of the edges at first prices. */
function setToSpot(edges: readonly SearchEdge[], prices: Float64Array): void {
  for (const { a } of edges) prices[a] = 0
  prices[1] = 1
  for (let hop = 0; hop < maxPathLegs; hop += 1)
    for (const { a, b, spot } of edges) if (a !== 1) prices[a] = Math.max(f64(prices, a), spot * f64(prices, b))
}

function sumSold({ x }: DualWorkspace, edges: readonly SearchEdge[]): number {
  let sold = 0
  for (let i = 0; i < edges.length; i += 1) if (edges[i]?.a === 0) sold += f64(x, i)
  return sold
}

const isFullySold = ({ core, dual }: SearchState, edges: readonly SearchEdge[]): boolean =>
  sumSold(dual, edges) > wholePart * core.task.amount

function buildSupport(state: SearchState, edges: readonly SearchEdge[], prices: Float64Array, gross: number): Support {
  const { core, dual } = state
  const { book } = state.index
  const { gas } = book.columns
  const { x, y } = dual
  let value = gross
  const gains = edges.map(({ edge, a, b }, i) => {
    const cost = computeGasCost(book, core.task, edge, i32(gas, i32(dual.segment, i)))
    value -= cost
    return f64(prices, b) * f64(y, i) - f64(prices, a) * f64(x, i) - cost
  })
  return { edges, prices, gains, value, isWhole: isFullySold(state, edges) }
}

/** True if a support is better by more than the solver's precision. */
export const isBetter = (support: Support, than: Support): boolean => support.value > toBar(than.value)

const toBar = (value: number): number => (Number.isFinite(value) ? value + 1e-9 * Math.abs(value) : value)

/** A support's prices, with those of candidates for the tokens that these pass; not to be written to. */
export function mergePrices({ prices }: Support, candidates: readonly Candidate[]): Float64Array {
  if (candidates.every((candidate) => candidate.prices.length === 0)) return prices
  const more = prices.slice()
  for (const candidate of candidates) for (const [token, price] of candidate.prices) more[token] = price
  return more
}

/** Positions of a support's edges, least gain first. */
export const sortByGain = ({ gains }: Support): readonly number[] =>
  [...gains.keys()].sort((i, k) => (gains[i] ?? 0) - (gains[k] ?? 0) || i - k)
