import { f64, i32 } from '#math/typed'
import type { EdgeTable } from './edge-table.ts'
import type { Task } from './task.ts'

/**
 * The edge table as a graph of directed token pairs. Pair p has the edges `list[first[p]]` … `list[first[p + 1] - 1]`,
 * best spot first.
 *
 * Tokens with a single neighbour are *ends*: routes start or end there and never pass through. `leaving` and `entering`
 * hold only pairs between other tokens; the pairs of an end are found through its only neighbour.
 */
export interface PairGraph {
  readonly count: number
  readonly from: Int32Array
  readonly to: Int32Array
  readonly first: Int32Array
  readonly list: Int32Array
  /** The pair of each edge. */
  readonly of: Int32Array
  /** The best spot of each pair. */
  readonly spot: Float64Array
  readonly leaving: Adjacency
  readonly entering: Adjacency
  /** For an end its only neighbour, or −1 if it has none; −2 for any other token. */
  readonly neighbour: Int32Array
  find(from: number, to: number): number | undefined
}

/** The pairs at token j are `list[first[j]]` … `list[first[j + 1] - 1]`. */
export interface Adjacency {
  readonly first: Int32Array
  readonly list: Int32Array
}

export function buildPairGraph(table: EdgeTable): PairGraph {
  const edges = sortEdgesByTokens(table)
  const { list } = edges
  const graph = edges.pairs
  const find = buildPairIndex(graph)
  const neighbour = peelEnds(table.tokens, graph, find)
  const pairs: PairGraph = {
    ...graph,
    first: edges.first,
    list,
    of: edges.of,
    spot: new Float64Array(graph.count),
    leaving: buildAdjacency(table.tokens, graph, graph.from, neighbour),
    entering: buildAdjacency(table.tokens, graph, graph.to, neighbour),
    neighbour,
    find,
  }
  for (let pair = 0; pair < graph.count; pair += 1) sortPair(table, pairs, pair)
  return pairs
}

/** Edges ordered by input token, output token and number, and where each pair begins among them. */
function sortEdgesByTokens({ tokens, edges, from, to }: EdgeTable) {
  const list = sortByKey(sortByKey(undefined, to, tokens), from, tokens)
  const [first, of] = [new Int32Array(edges + 1), new Int32Array(edges)]
  let count = 0
  let before = -1
  for (let i = 0; i < edges; i += 1) {
    const edge = i32(list, i)
    if (i === 0 || i32(from, edge) !== i32(from, before) || i32(to, edge) !== i32(to, before)) {
      first[count] = i
      count += 1
    }
    of[edge] = count - 1
    before = edge
  }
  first[count] = edges
  const starts = first.slice(0, count)
  const pairs = {
    count,
    from: starts.map((i) => i32(from, i32(list, i))),
    to: starts.map((i) => i32(to, i32(list, i))),
  }
  return { list, of, first: first.slice(0, count + 1), pairs }
}

/** A stable counting sort. @param list all numbers in order if undefined @param key below `keys`, by number */
function sortByKey(list: Int32Array | undefined, key: Int32Array, keys: number): Int32Array {
  const next = new Int32Array(keys + 1)
  for (let i = 0; i < key.length; i += 1) next[i32(key, i) + 1] = i32(next, i32(key, i) + 1) + 1
  for (let k = 0; k < keys; k += 1) next[k + 1] = i32(next, k + 1) + i32(next, k)
  const sorted = new Int32Array(key.length)
  for (let i = 0; i < key.length; i += 1) {
    const item = list === undefined ? i : i32(list, i)
    const k = i32(key, item)
    const at = i32(next, k)
    sorted[at] = item
    next[k] = at + 1
  }
  return sorted
}

/** Finds pairs by their tokens: open addressing, at most half full. */
function buildPairIndex({ count, from, to }: PairEnds): PairGraph['find'] {
  const size = 2 ** Math.ceil(Math.log2(2 * count + 2))
  const slots = new Int32Array(size).fill(-1)
  const slotOf = (a: number, b: number) => (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) >>> 0
  const seek = (a: number, b: number) => {
    let slot = slotOf(a, b) % size
    for (; i32(slots, slot) >= 0; slot = (slot + 1) % size) {
      const pair = i32(slots, slot)
      if (i32(from, pair) === a && i32(to, pair) === b) break
    }
    return slot
  }
  for (let pair = 0; pair < count; pair += 1) slots[seek(i32(from, pair), i32(to, pair))] = pair
  return (a, b) => {
    const pair = i32(slots, seek(a, b))
    return pair < 0 ? undefined : pair
  }
}

/** Sorts a pair's edges after prices have changed: by insertion, as they are nearly in order. */
export function sortPair({ spot }: EdgeTable, pairs: PairGraph, pair: number): void {
  const { list } = pairs
  const first = i32(pairs.first, pair)
  const end = i32(pairs.first, pair + 1)
  for (let i = first + 1; i < end; i += 1) {
    const edge = i32(list, i)
    const mine = f64(spot, edge)
    let k = i
    for (; k > first; k -= 1) {
      const before = i32(list, k - 1)
      const other = f64(spot, before)
      if (other > mine || (other === mine && before < edge)) break
      list[k] = before
    }
    list[k] = edge
  }
  pairs.spot[pair] = f64(spot, i32(list, first))
}

interface PairEnds {
  readonly count: number
  readonly from: Int32Array
  readonly to: Int32Array
}

/**
 * Removes tokens of one neighbour, again and again. Of each token's neighbours only their number and sum are kept: of a
 * single one, the sum is it.
 */
function peelEnds(tokens: number, { count, from, to }: PairEnds, find: PairGraph['find']): Int32Array {
  const [left, sum] = [new Int32Array(tokens), new Float64Array(tokens)]
  for (let p = 0; p < count; p += 1) {
    const token = i32(from, p)
    left[token] = i32(left, token) + 1
    sum[token] = f64(sum, token) + i32(to, p)
  }
  const neighbour = new Int32Array(tokens).fill(-2)
  const ends: number[] = []
  for (let token = 0; token < tokens; token += 1) if (i32(left, token) <= 1) ends.push(token)
  for (const token of ends) {
    const only = i32(left, token) === 1 ? f64(sum, token) : -1
    neighbour[token] = only
    if (only < 0 || find(only, token) === undefined) continue
    left[only] = i32(left, only) - 1
    sum[only] = f64(sum, only) - token
    if (i32(left, only) === 1) ends.push(only)
  }
  return neighbour
}

function buildAdjacency(
  tokens: number,
  { count, from, to }: PairEnds,
  near: Int32Array,
  neighbour: Int32Array,
): Adjacency {
  const isInner = (p: number) => i32(neighbour, i32(from, p)) === -2 && i32(neighbour, i32(to, p)) === -2
  const first = new Int32Array(tokens + 1)
  for (let p = 0; p < count; p += 1) if (isInner(p)) first[i32(near, p) + 1] = i32(first, i32(near, p) + 1) + 1
  for (let j = 0; j < tokens; j += 1) first[j + 1] = i32(first, j + 1) + i32(first, j)

  const list = new Int32Array(i32(first, tokens))
  const next = first.slice()
  for (let p = 0; p < count; p += 1) {
    if (!isInner(p)) continue
    const at = i32(next, i32(near, p))
    list[at] = p
    next[i32(near, p)] = at + 1
  }
  return { first, list }
}

/** From a token to those it can become, or back to those that can become it. */
export type Direction = 'onward' | 'back'

/** No branches: the walk stays between tokens that are not ends. */
export const noBranches: readonly number[] = []

/**
 * Visits the pairs that sell a token, or buy it if the direction is `back`, each with the token at its other side: first
 * those between tokens that are not ends, then those among the given branches.
 */
export function forEachPair(
  pairs: PairGraph,
  direction: Direction,
  branches: readonly number[],
  token: number,
  visit: (pair: number, other: number) => void,
): void {
  const isOnward = direction === 'onward'
  const { first, list } = isOnward ? pairs.leaving : pairs.entering
  const near = isOnward ? pairs.from : pairs.to
  const far = isOnward ? pairs.to : pairs.from
  const end = i32(first, token + 1)
  for (let i = i32(first, token); i < end; i += 1) {
    const pair = i32(list, i)
    visit(pair, i32(far, pair))
  }
  for (const pair of branches) if (i32(near, pair) === token) visit(pair, i32(far, pair))
}

/** The edges of a pair, best spot first. */
export const listEdges = ({ first, list }: PairGraph, pair: number): Int32Array =>
  list.subarray(i32(first, pair), i32(first, pair + 1))

/** The pairs between an end and the first token that is not an end, neighbour by neighbour, in both directions. */
export function findDeadEndPairs({ neighbour, find }: PairGraph, token: number): readonly number[] {
  const pairs: number[] = []
  for (let near = token; i32(neighbour, near) >= 0; near = i32(neighbour, near)) {
    const [out, back] = [find(near, i32(neighbour, near)), find(i32(neighbour, near), near)]
    if (out !== undefined) pairs.push(out)
    if (back !== undefined) pairs.push(back)
  }
  return pairs
}

/** The pairs on the branches behind the input and the output token, if these are ends. */
export const findDeadEnds = (
  pairs: PairGraph,
  { source, target }: Pick<Task, 'source' | 'target'>,
): readonly number[] => [...new Set([source, target].flatMap((token) => findDeadEndPairs(pairs, token)))]
