import { itemAt } from '#domain/item-at'
import { f64, i32, toFloat64, toInt32 } from '#math/typed'
import { computeGasCost } from '#routing/index/gas'
import type { MarketIndex } from '#routing/index/market-index'
import { findDeadEnds, listEdges } from '#routing/index/pair-graph'
import type { PairPrices } from '#routing/index/pair-prices'
import { extendField, type PriceField, type PriceFieldCache } from '#routing/index/price-field'
import type { Task } from '#routing/index/task'
import { priceFieldTuning } from '#routing/index/tuning'
import { searchGraphTuning } from './tuning.ts'

/** An edge between two tokens of the core. */
export interface SearchEdge {
  /** Its number in the edge table. */
  readonly edge: number
  /** Its position in `SearchGraph.edges`. */
  readonly index: number
  /** Core tokens: 0 is the input token, 1 the output token. */
  readonly a: number
  readonly b: number
  /** Cost of its minimum gas, in the output token. */
  readonly cost: number
  readonly spot: number
  /** The best price net of its gas. */
  readonly net: number
  /** Whether edges other than the reverse one belong to the same pool, or to one that shares its state. */
  readonly isShared: boolean
  readonly pool: number
}

/** The pools of one directed pair, best spot first. */
export interface Bundle {
  readonly a: number
  readonly b: number
  readonly edges: readonly SearchEdge[]
  readonly spot: number
}

/** The bundles and edges of a core in typed arrays, for the loops that most of a search consists of. */
export interface GraphColumns {
  readonly bundles: number
  /** By bundle: its tokens. */
  readonly from: Int32Array
  readonly to: Int32Array
  /** Bundle k has the edges `first[k]` … `first[k + 1] - 1`, best spot first, by their index. */
  readonly first: Int32Array
  /** Token t is left by the bundles `leaving[t]` … `leaving[t + 1] - 1`. */
  readonly leaving: Int32Array
  /** By `SearchEdge.index`, as there. */
  readonly edge: Int32Array
  readonly pool: Int32Array
  readonly isShared: Uint8Array
  readonly spot: Float64Array
  readonly net: Float64Array
  readonly cost: Float64Array
}

/** The core: the few tokens that may matter to a task, and the edges between them. */
export interface SearchGraph {
  readonly task: Task
  /** By core token: its market number. */
  readonly tokens: readonly number[]
  readonly edges: readonly SearchEdge[]
  readonly bundles: readonly Bundle[]
  /** Made when a search first needs them: an earlier route that is only proven again does not. */
  getColumns(): GraphColumns
  /** By core token: the best price to the output token net of costs; 0 if too far. */
  readonly priceToTarget: Float64Array
  /** Edges whose best end-to-end path pays less are left out. */
  readonly minPrice: number
  /** Which of `costLevels` ranked the pairs. */
  readonly level: number
  /** Pairs on the branches behind the input and the output token, if these are ends. */
  readonly branches: readonly number[]
  /** Core positions by market token. */
  readonly placeOf: ReadonlyMap<number, number>
}

const { sizePart, minSizeByLevel, maxTokens, typicalLegGas, minTokenPart, minEdgePart } = searchGraphTuning
const { smallMarketEdges } = priceFieldTuning
/**
 * @param fields left as they are
 * @param extra tokens that must be included, most important first
 * @param reachable the best end-to-end price of a path without cycles, if known
 */
export function buildSearchGraph(
  index: MarketIndex,
  task: Task,
  fields: PriceFieldCache,
  extra: readonly number[],
  reachable = Number.POSITIVE_INFINITY,
): SearchGraph {
  const { pairs, prices } = index
  const level = chooseLevel(task, prices)
  const isLarge = level >= 2
  const picked = isLarge ? 2 * maxTokens : maxTokens
  const branches = findDeadEnds(pairs, task)
  const isSmall = index.book.edges <= smallMarketEdges
  const ranking = isSmall ? 0 : level
  const from = fields.around(task.source, 'onward', ranking)
  const to = fields.around(task.target, 'back', ranking)
  const price = itemAt(prices.net, ranking)
  extendField(from, pairs, { pairs: branches, direction: 'onward', price })
  extendField(to, pairs, { pairs: branches.toReversed(), direction: 'back', price })

  const best = Math.min(reachable, f64(to.price, task.source))
  const min = isSmall ? 0 : best * (isLarge ? minTokenPart.large : minTokenPart.small)
  const minEdge = isSmall ? 0 : Math.max(0, best * (minEdgePart[level] ?? 0) - gasPriceMargin(task))
  const ranked = findBestTokens(from, to, task, { min, max: picked })
  const ends = [task.source, task.target, ...branches.flatMap((p) => [i32(pairs.from, p), i32(pairs.to, p)])]
  const chosen = new Set(ends)
  for (const token of extra) if (chosen.size < picked + 10) chosen.add(token)
  const whole = Math.min(picked + 10, picked + 2 + extra.length)
  for (const token of ranked) if (chosen.size < whole) chosen.add(token)

  const tokens = [...chosen]
  const priceToTarget = toFloat64(tokens, (token) => f64(to.price, token))
  return gatherGraph(index, { task, level, branches, tokens, priceToTarget, minPrice: minEdge }, (a, b) => {
    const outside = f64(from.price, a) * f64(to.price, b)
    return outside > 0 ? minEdge / outside : 0
  })
}

/** How much lower a shorter path's price may be: it saves the gas of the legs that the longest path has more. */
const gasPriceMargin = ({ amount, gasValue, limits }: Task): number =>
  ((limits.maxHops - 1) * typicalLegGas * gasValue) / amount

function chooseLevel({ source, amount }: Task, { native }: PairPrices): number {
  const size = amount * f64(native, source) * sizePart
  return Math.max(
    0,
    minSizeByLevel.findLastIndex((from) => size > from),
  )
}

/** Up to `max` tokens by the price of the best path through them, best first; ties by lower number. */
function findBestTokens(
  from: PriceField,
  to: PriceField,
  { source, target }: Task,
  { min, max }: { readonly min: number; readonly max: number },
): readonly number[] {
  const best: { readonly token: number; readonly worth: number }[] = []
  let bar = min
  for (const token of to.reached) {
    const worth = f64(from.price, token) * f64(to.price, token)
    if (worth <= min || worth < bar || token === source || token === target) continue
    const place = best.findIndex((other) => worth > other.worth || (worth === other.worth && token < other.token))
    if (place === -1) best.push({ token, worth })
    else best.splice(place, 0, { token, worth })
    if (best.length > max) best.pop()
    if (best.length === max) bar = best[max - 1]?.worth ?? min
  }
  return best.map(({ token }) => token)
}

/** @param minSpot minimum price between two tokens, also net of gas, for an edge to be included */
function gatherGraph(
  index: MarketIndex,
  base: Omit<SearchGraph, 'edges' | 'bundles' | 'getColumns' | 'placeOf'>,
  minSpot: (from: number, to: number) => number,
): SearchGraph {
  const { task, tokens, priceToTarget, minPrice, level, branches } = base
  const edges: SearchEdge[] = []
  const bundles: Bundle[] = []
  for (let a = 0; a < tokens.length; a += 1) {
    for (let b = 1; a !== 1 && b < tokens.length; b += 1) {
      const [from, to] = [itemAt(tokens, a), itemAt(tokens, b)]
      const pair = a === b ? undefined : index.pairs.find(from, to)
      if (pair === undefined || f64(index.pairs.spot, pair) === 0) continue
      const start = edges.length
      gatherPair(index, task, { pair, a, b, min: minSpot(from, to) }, edges)
      if (edges.length > start) bundles.push({ a, b, edges: edges.slice(start), spot: edges[start]?.spot ?? 0 })
    }
  }
  let columns: GraphColumns | undefined
  const getColumns = () => {
    columns ??= toColumns(tokens.length, bundles, edges)
    return columns
  }
  const placeOf = new Map(tokens.map((token, i) => [token, i]))
  // not spread: that would give cores several hidden classes, and loops over them are compiled for one
  return { task, tokens, edges, bundles, getColumns, priceToTarget, minPrice, level, branches, placeOf }
}

/** The pools between two tokens of the core. */
export function findBundle(core: SearchGraph, a: number, b: number): Bundle | undefined {
  const columns = core.getColumns()
  const end = i32(columns.leaving, a + 1)
  for (let k = i32(columns.leaving, a); k < end; k += 1) if (i32(columns.to, k) === b) return core.bundles[k]
  return undefined
}

/** @param bundles by token that they leave, and their edges in the same order */
function toColumns(tokens: number, bundles: readonly Bundle[], edges: readonly SearchEdge[]): GraphColumns {
  const first = new Int32Array(bundles.length + 1)
  const leaving = new Int32Array(tokens + 1)
  bundles.forEach((bundle, k) => {
    first[k + 1] = i32(first, k) + bundle.edges.length
    leaving[bundle.a + 1] = i32(leaving, bundle.a + 1) + 1
  })
  for (let token = 0; token < tokens; token += 1) leaving[token + 1] = i32(leaving, token + 1) + i32(leaving, token)
  return {
    ...{ bundles: bundles.length, first, leaving },
    from: toInt32(bundles, ({ a }) => a),
    to: toInt32(bundles, ({ b }) => b),
    edge: toInt32(edges, ({ edge }) => edge),
    pool: toInt32(edges, ({ pool }) => pool),
    isShared: Uint8Array.from(toInt32(edges, ({ isShared }) => Number(isShared))),
    spot: toFloat64(edges, ({ spot }) => spot),
    net: toFloat64(edges, ({ net }) => net),
    cost: toFloat64(edges, ({ cost }) => cost),
  }
}

interface PairToGather {
  readonly pair: number
  readonly a: number
  readonly b: number
  readonly min: number
}

function gatherPair(
  { book, pairs, prices }: MarketIndex,
  task: Task,
  { pair, a, b, min }: PairToGather,
  edges: SearchEdge[],
): void {
  for (const edge of listEdges(pairs, pair)) {
    const spot = f64(book.spot, edge)
    const net = f64(prices.edgeNet, edge)
    if (spot < min || spot === 0) return
    if (net === 0 || net < min || task.excluded?.has(edge) === true) continue
    const cost = computeGasCost(book, task, edge, f64(book.gas, edge))
    const isShared = i32(book.siblings, edge) > 2
    edges.push({ edge, index: edges.length, a, b, spot, net, cost, isShared, pool: i32(book.pool, edge) })
  }
}
