import type { LiquiditySegments } from '#domain/pools/protocol'
import { f64, i32 } from '#math/typed'
import type { Edge } from './pool-graph.ts'
import { edgeTableTuning } from './tuning.ts'

/** Tokens and pool of an edge, by their numbers. */
export type EdgeEnds = Pick<Edge, 'source' | 'target' | 'pool'>

/**
 * Every edge of a market (one direction of one pool) as a concave function, in typed arrays. Amounts are floats in the
 * smallest units of the tokens; gas is in units of gas.
 *
 * Edge e has the segments `first[e]` … `last[e] - 1`; index `last[e]` holds where the final one ends, with no
 * liquidity. An edge of a pool that trades nothing has first = last and a spot of 0.
 */
export interface EdgeTable {
  readonly tokens: number
  readonly edges: number
  /** The input and the output token of each edge. */
  readonly from: Int32Array
  readonly to: Int32Array
  /** The same number for all edges of a pool and of pools that share a state. */
  readonly pool: Int32Array
  /**
   * How many edges share an edge's pool number: 2, except for pools of more than two tokens or with a shared state.
   */
  readonly siblings: Int32Array
  /** The part of the input left after the fee. */
  readonly feeFactor: Float64Array
  /** Output per input at the margin of the first unit, fee included. */
  readonly spot: Float64Array
  /** Minimum gas of a leg over the edge. */
  readonly gas: Float64Array
  /** 1 if the segments end because the rest of the pool is unknown. */
  readonly partial: Uint8Array
  readonly first: Int32Array
  readonly last: Int32Array
  /** Columns allocated to an edge, from `first` on. */
  readonly capacity: Int32Array
  /** Replaced by larger arrays as the table grows: never keep a reference. */
  columns: SegmentColumns
  /** Number of edges written since the table was made: until all are, columns grow by what the others may need. */
  written: number
}

/** Indexed by segment. */
export interface SegmentColumns {
  /** W = √(marginal output per input, fee excluded) at the start of the segment. */
  readonly root: Float64Array
  readonly liquidity: Float64Array
  /** Input before the segment, after the fee. */
  readonly sold: Float64Array
  /** Output before the segment. */
  readonly bought: Float64Array
  /**
   * Gas of a trade that ends in the segment, rounded down. Bounds use the minimum over all segments, `EdgeTable.gas`.
   */
  readonly gas: Int32Array
  /** By how much the exact output may exceed that of the segment, rounded up. */
  readonly slack: Float32Array
  /** Number of columns in use. */
  used: number
}

const { minColumns, edgeGrowth, columnGrowth, columnReserve, trimFactor } = edgeTableTuning

/** Rounding to a 32-bit float loses less than this part of a value. */
const float32Epsilon = 2 ** -23

/** A table of edges that trade nothing yet. */
export function createEdgeTable(tokens: number, ends: readonly EdgeEnds[]): EdgeTable {
  const edges = ends.length
  const [from, to, pool] = [new Int32Array(edges), new Int32Array(edges), new Int32Array(edges)]
  let pools = 0
  for (let e = 0; e < edges; e += 1) {
    const end = ends[e] as EdgeEnds
    from[e] = end.source
    to[e] = end.target
    pool[e] = end.pool
    pools = Math.max(pools, end.pool + 1)
  }
  const counts = new Int32Array(pools)
  for (let e = 0; e < edges; e += 1) counts[i32(pool, e)] = i32(counts, i32(pool, e)) + 1
  return {
    ...{ tokens, edges, from, to, pool },
    siblings: pool.map((number) => i32(counts, number)),
    feeFactor: new Float64Array(edges),
    spot: new Float64Array(edges),
    gas: new Float64Array(edges),
    partial: new Uint8Array(edges),
    first: new Int32Array(edges),
    last: new Int32Array(edges),
    capacity: new Int32Array(edges),
    columns: createColumns(Math.max(minColumns, edges)),
    written: 0,
  }
}

/**
 * Writes the current segments of an edge: over its old ones if they fit, else after all others.
 * @param beside gas of a leg not counted in `stretches`
 */
export function writeEdge(table: EdgeTable, edge: number, stretches: LiquiditySegments, beside: number): void {
  const { liquidity } = stretches
  const count = liquidity.length
  table.feeFactor[edge] = stretches.feeFactor
  table.partial[edge] = stretches.isComplete ? 0 : 1
  table.spot[edge] = count === 0 ? 0 : stretches.feeFactor * (stretches.sqrtPrices[0] as number) ** 2
  const start = allocateSegments(table, edge, count)
  table.gas[edge] = beside + (count === 0 ? 0 : writeSegments(table.columns, start, stretches, beside))
  if (count > 0) accumulateSegments(table.columns, start, start + count)
}

/** Writes the segments and their end. @returns the minimum gas, without `beside` */
function writeSegments(columns: SegmentColumns, start: number, stretches: LiquiditySegments, beside: number): number {
  const { sqrtPrices, liquidity, gas, slack } = stretches
  const last = liquidity.length - 1
  let min = Number.POSITIVE_INFINITY
  for (let k = 0; k <= last + 1; k += 1) {
    const own = Math.min(k, last)
    columns.root[start + k] = sqrtPrices[k] as number
    columns.liquidity[start + k] = k > last ? 0 : (liquidity[k] as number)
    columns.gas[start + k] = Math.floor(beside + (gas[own] as number))
    columns.slack[start + k] = slack === undefined ? 0 : roundUpToFloat32(slack[own] as number)
    min = Math.min(min, gas[own] as number)
  }
  return min
}

function allocateSegments(table: EdgeTable, edge: number, count: number): number {
  const start = i32(table.first, edge)
  if (count < i32(table.capacity, edge)) {
    table.last[edge] = start + count
    return start
  }
  const fresh = table.columns.used
  const isFirst = i32(table.capacity, edge) === 0
  const room = count === 0 ? 0 : isFirst ? count + 1 : Math.ceil((count + 1) * edgeGrowth)
  if (isFirst) table.written += 1
  if (fresh + room > table.columns.root.length)
    table.columns = resizeColumns(table.columns, (fresh + room) * Math.max(columnGrowth, estimateGrowth(table)))
  table.first[edge] = fresh
  table.last[edge] = fresh + count
  table.capacity[edge] = room
  table.columns.used = fresh + room
  return fresh
}

/** Computes the sums before each segment. After a segment that ends at a price of 0 the input is unlimited. */
function accumulateSegments({ root, liquidity, sold, bought }: SegmentColumns, first: number, last: number): void {
  let paid = 0
  let given = 0
  for (let k = first; k <= last; k += 1) {
    const begin = f64(root, k)
    const depth = f64(liquidity, k)
    sold[k] = paid
    bought[k] = given
    if (k === last || depth === 0) continue
    const end = f64(root, k + 1)
    paid = end > 0 ? paid + depth * (1 / end - 1 / begin) : Number.POSITIVE_INFINITY
    given += depth * (begin - end)
  }
}

/** By how much the columns have to grow if the edges to come are like those written so far. */
const estimateGrowth = ({ edges, written }: EdgeTable) => (edges / written) * columnReserve

const createColumns = (length: number): SegmentColumns => ({
  root: new Float64Array(length),
  liquidity: new Float64Array(length),
  sold: new Float64Array(length),
  bought: new Float64Array(length),
  gas: new Int32Array(length),
  slack: new Float32Array(length),
  used: 0,
})

const roundUpToFloat32 = (slack: number) => (Math.fround(slack) < slack ? slack * (1 + float32Epsilon) : slack)

function resizeColumns(old: SegmentColumns, length: number): SegmentColumns {
  const columns = createColumns(Math.ceil(length))
  for (const name of ['root', 'liquidity', 'sold', 'bought'] as const)
    columns[name].set(old[name].subarray(0, old.used))
  columns.gas.set(old.gas.subarray(0, old.used))
  columns.slack.set(old.slack.subarray(0, old.used))
  columns.used = old.used
  return columns
}

/** Frees the columns that are not needed once all edges are written, if they are many: they have to be copied. */
export function trimEdgeTable(table: EdgeTable): void {
  const { columns } = table
  if (columns.used * trimFactor < columns.root.length)
    table.columns = resizeColumns(columns, columns.used * columnReserve)
}
