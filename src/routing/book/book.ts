import type { Stretches } from '#domain/protocol'
import { f64, i32 } from '#math/typed'

/**
 * Every edge of a market (one direction of one pool) as a concave function in typed arrays. Amounts are floats in the
 * smallest units of the tokens; gas is in units of gas.
 *
 * Edge e has the stretches `first[e]` … `last[e] - 1`; at index `last[e]` stands where the final one ends, with no
 * liquidity. An edge of a pool that trades nothing has first = last and a spot of 0.
 */
export interface Book {
  readonly tokens: number
  readonly edges: number
  /** The token an edge sells and the one it buys. */
  readonly from: Int32Array
  readonly to: Int32Array
  /** Edges of one pool have one number, and so have those of pools that share a state. */
  readonly pool: Int32Array
  /** How many edges have the number of an edge: 2 but for pools of more than two tokens and those that share a state. */
  readonly siblings: Int32Array
  /** What the fee leaves of the input. */
  readonly kept: Float64Array
  /** Output per input of the first unit, fee included. */
  readonly spot: Float64Array
  /** The least gas a leg over the edge takes. */
  readonly gas: Float64Array
  /** 1 where the stretches end because no more of the pool is known. */
  readonly partial: Uint8Array
  readonly first: Int32Array
  readonly last: Int32Array
  /** Columns that are an edge's own, from `first` on. */
  readonly room: Int32Array
  /** Replaced by larger ones as it grows: never keep a reference. */
  columns: Columns
}

/** By stretch. */
export interface Columns {
  /** W = √(marginal output per input, the fee aside) where the stretch begins. */
  readonly root: Float64Array
  readonly liquidity: Float64Array
  /** Input before the stretch, the fee taken off. */
  readonly sold: Float64Array
  /** Output before the stretch. */
  readonly bought: Float64Array
  /** Gas of a trade that ends in the stretch, rounded down. Bounds count the least of all, `Book.gas`. */
  readonly gas: Int32Array
  /** By how much the exact output may exceed what the stretch says, rounded up. */
  readonly slack: Float32Array
  /** Columns in use. */
  used: number
}

export interface EdgeEnds {
  readonly from: number
  readonly to: number
  readonly pool: number
}

/** An edge that outgrows its room gets so many times what it needs: the next blocks find room in it. */
const spare = 1.5

/** How much larger than needed the columns become when they grow, and how much of that is left once a book is whole. */
const growth = 1.25
const trimmed = 1.05
/** A float of 32 bits lies above what is less than this part below it. */
const single = 2 ** -23

/** A book of edges that trade nothing yet. */
export function openBook(tokens: number, ends: readonly EdgeEnds[]): Book {
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
    kept: floats(),
    spot: floats(),
    gas: floats(),
    partial: new Uint8Array(edges),
    first: new Int32Array(edges),
    last: new Int32Array(edges),
    room: new Int32Array(edges),
    columns: openColumns(Math.max(64, edges * 3)),
  }
}

/**
 * Writes what an edge trades now; over its old stretches where there is room, else behind all others.
 * @param beside gas of a leg that `stretches` does not count
 */
export function writeEdge(book: Book, edge: number, stretches: Stretches, beside: number): void {
  const { roots, liquidity, gas, slack } = stretches
  const count = liquidity.length
  book.kept[edge] = stretches.kept
  book.partial[edge] = stretches.whole ? 0 : 1
  book.gas[edge] = beside + leastOf(gas)
  book.spot[edge] = count === 0 ? 0 : stretches.kept * (roots[0] ?? 0) ** 2

  const start = placeFor(book, edge, count)
  const { columns } = book
  for (let k = 0; k < count; k += 1) {
    columns.root[start + k] = roots[k] ?? 0
    columns.liquidity[start + k] = liquidity[k] ?? 0
    columns.gas[start + k] = Math.floor(beside + (gas[k] ?? 0))
    columns.slack[start + k] = roundedUp(slack?.[k] ?? 0)
  }
  if (count === 0) return
  columns.root[start + count] = roots[count] ?? 0
  columns.liquidity[start + count] = 0
  columns.gas[start + count] = Math.floor(beside + (gas[count - 1] ?? 0))
  columns.slack[start + count] = roundedUp(slack?.[count - 1] ?? 0)
  addUp(columns, start, start + count)
}

function placeFor(book: Book, edge: number, count: number): number {
  const start = i32(book.first, edge)
  if (count < i32(book.room, edge)) {
    book.last[edge] = start + count
    return start
  }
  const fresh = book.columns.used
  const isFirst = i32(book.room, edge) === 0
  const room = count === 0 ? 0 : isFirst ? count + 1 : Math.ceil((count + 1) * spare)
  if (fresh + room > book.columns.root.length) book.columns = grown(book.columns, (fresh + room) * growth)
  book.first[edge] = fresh
  book.last[edge] = fresh + count
  book.room[edge] = room
  book.columns.used = fresh + room
  return fresh
}

/** The sums before each stretch; past a stretch that only ends at a price of 0, its input is without limit. */
function addUp({ root, liquidity, sold, bought }: Columns, first: number, last: number): void {
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

const openColumns = (length: number): Columns => ({
  root: new Float64Array(length),
  liquidity: new Float64Array(length),
  sold: new Float64Array(length),
  bought: new Float64Array(length),
  gas: new Int32Array(length),
  slack: new Float32Array(length),
  used: 0,
})

const leastOf = (gas: Stretches['gas']) => (gas.length === 0 ? 0 : gas.reduce((least, one) => Math.min(least, one)))

const roundedUp = (slack: number) => (Math.fround(slack) < slack ? slack * (1 + single) : slack)

function grown(old: Columns, length: number): Columns {
  const columns = openColumns(Math.ceil(length))
  for (const name of ['root', 'liquidity', 'sold', 'bought'] as const)
    columns[name].set(old[name].subarray(0, old.used))
  columns.gas.set(old.gas.subarray(0, old.used))
  columns.slack.set(old.slack.subarray(0, old.used))
  columns.used = old.used
  return columns
}

/** Gives back room that a book does not need once all of its edges are written. */
export function trim(book: Book): void {
  const { columns } = book
  const length = columns.used * trimmed
  if (length < columns.root.length) book.columns = grown(columns, length)
}
