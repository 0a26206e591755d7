import type { LiquiditySegments } from '#domain/pools/protocol'
import { f64, i32 } from '#math/typed'
import { edgeTableTuning } from './tuning.ts'

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

export interface EdgeEnds {
  readonly from: number
  readonly to: number
  readonly pool: number
}

const { edgeGrowth, columnGrowth, trimFactor } = edgeTableTuning

/** Rounding to a 32-bit float loses less than this part of a value. */
const float32Epsilon = 2 ** -23

/** A table of edges that trade nothing yet. */
export function createEdgeTable(tokens: number, ends: readonly EdgeEnds[]): EdgeTable {
  const edges = ends.length
  const counts = new Map<number, number>()
  for (const { pool } of ends) counts.set(pool, (counts.get(pool) ?? 0) + 1)
  const floats = () => new Float64Array(edges)
  return {
    tokens,
    edges,
    from: Int32Array.from(ends, ({ from }) => from),
    to: Int32Array.from(ends, ({ to }) => to),
    pool: Int32Array.from(ends, ({ pool }) => pool),
    siblings: Int32Array.from(ends, ({ pool }) => counts.get(pool) ?? 0),
    feeFactor: floats(),
    spot: floats(),
    gas: floats(),
    partial: new Uint8Array(edges),
    first: new Int32Array(edges),
    last: new Int32Array(edges),
    capacity: new Int32Array(edges),
    columns: createColumns(Math.max(64, edges * 3)),
  }
}

/**
 * Writes the current segments of an edge: over its old ones if they fit, else after all others.
 * @param beside gas of a leg not counted in `stretches`
 */
export function writeEdge(table: EdgeTable, edge: number, stretches: LiquiditySegments, beside: number): void {
  const { sqrtPrices: roots, liquidity, gas, slack } = stretches
  const count = liquidity.length
  table.feeFactor[edge] = stretches.feeFactor
  table.partial[edge] = stretches.isComplete ? 0 : 1
  table.gas[edge] = beside + minOf(gas)
  table.spot[edge] = count === 0 ? 0 : stretches.feeFactor * (roots[0] ?? 0) ** 2

  const start = allocateSegments(table, edge, count)
  const { columns } = table
  for (let k = 0; k < count; k += 1) {
    columns.root[start + k] = roots[k] ?? 0
    columns.liquidity[start + k] = liquidity[k] ?? 0
    columns.gas[start + k] = Math.floor(beside + (gas[k] ?? 0))
    columns.slack[start + k] = roundUpToFloat32(slack?.[k] ?? 0)
  }
  if (count === 0) return
  columns.root[start + count] = roots[count] ?? 0
  columns.liquidity[start + count] = 0
  columns.gas[start + count] = Math.floor(beside + (gas[count - 1] ?? 0))
  columns.slack[start + count] = roundUpToFloat32(slack?.[count - 1] ?? 0)
  accumulateSegments(columns, start, start + count)
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
  if (fresh + room > table.columns.root.length)
    table.columns = growColumns(table.columns, (fresh + room) * columnGrowth)
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
    const [begin, depth] = [f64(root, k), f64(liquidity, k)]
    sold[k] = paid
    bought[k] = given
    if (k === last || depth === 0) continue
    const end = f64(root, k + 1)
    paid = end > 0 ? paid + depth * (1 / end - 1 / begin) : Number.POSITIVE_INFINITY
    given += depth * (begin - end)
  }
}

const createColumns = (length: number): SegmentColumns => ({
  root: new Float64Array(length),
  liquidity: new Float64Array(length),
  sold: new Float64Array(length),
  bought: new Float64Array(length),
  gas: new Int32Array(length),
  slack: new Float32Array(length),
  used: 0,
})

const minOf = (gas: LiquiditySegments['gas']) => (gas.length === 0 ? 0 : gas.reduce((min, one) => Math.min(min, one)))

const roundUpToFloat32 = (slack: number) => (Math.fround(slack) < slack ? slack * (1 + float32Epsilon) : slack)

function growColumns(old: SegmentColumns, length: number): SegmentColumns {
  const columns = createColumns(Math.ceil(length))
  for (const name of ['root', 'liquidity', 'sold', 'bought'] as const)
    columns[name].set(old[name].subarray(0, old.used))
  columns.gas.set(old.gas.subarray(0, old.used))
  columns.slack.set(old.slack.subarray(0, old.used))
  columns.used = old.used
  return columns
}

/** Frees the columns that are not needed once all edges are written. */
export function trimEdgeTable(table: EdgeTable): void {
  const { columns } = table
  const length = columns.used * trimFactor
  if (length < columns.root.length) table.columns = growColumns(columns, length)
}
