import { f32, f64, i32 } from '#math/typed'
import { createFill, createSellResult, type Fill, type SellResult } from '#routing/book/edge'
import { findDeadEndPairs } from '#routing/book/pair-graph'
import { computeGasCost, type MarketIndex } from '#routing/search/search-graph'
import type { Task } from '#routing/search/task'

/** What one certificate covers, and its scratch buffers. */
export interface Scope {
  readonly index: MarketIndex
  readonly task: Task
  /** By token: the maximum amount of it that the input amount can become; 0 if unreachable. See `limitFlows`. */
  readonly max: Float64Array
  /** The tokens that the input amount can become, the input token first. */
  readonly reached: readonly number[]
  /** Pairs on the branches behind the input and the output token, if these are ends. */
  readonly branches: readonly number[]
  readonly special: SpecialEdges
  readonly fill: Fill
  readonly sale: SellResult
}

/** Edges for which a plain sum over two-token pools in closed form would be wrong. */
export interface SpecialEdges {
  /** Edges by pool, of pools of more than two tokens. */
  readonly shared: ReadonlyMap<number, readonly number[]>
  /** Edges that may give more than their segments say. */
  readonly sampled: readonly number[]
}

export function findSpecialEdges({ book }: MarketIndex): SpecialEdges {
  const shared = new Map<number, number[]>()
  const sampled: number[] = []
  for (let edge = 0; edge < book.edges; edge += 1) {
    const first = i32(book.first, edge)
    if (first < i32(book.last, edge) && f32(book.columns.slack, first) > 0) sampled.push(edge)
    if (i32(book.siblings, edge) <= 2) continue
    const pool = i32(book.pool, edge)
    const edges = shared.get(pool)
    if (edges === undefined) shared.set(pool, [edge])
    else edges.push(edge)
  }
  return { shared, sampled }
}

/** @param flows filled by `limitFlows` for the task */
export function createScope(
  ground: MarketIndex,
  task: Task,
  flows: Pick<Scope, 'max' | 'reached' | 'branches' | 'special'>,
): Scope {
  return { index: ground, task, ...flows, fill: createFill(), sale: createSellResult() }
}

export const findDeadEnds = ({ pairs }: MarketIndex, { source, target }: Task): readonly number[] => [
  ...new Set([source, target].flatMap((token) => findDeadEndPairs(pairs, token))),
]

/** Minimum gas cost of a leg over the edge, in the output token. */
export const computeLegCost = ({ index: { book }, task }: Scope, edge: number): number =>
  computeGasCost(book, task, edge, f64(book.gas, edge))

/** No route sells the output token or buys the input token. */
export const isTradablePair = ({ task, index: { pairs } }: Scope, pair: number): boolean =>
  i32(pairs.from, pair) !== task.target && i32(pairs.to, pair) !== task.source

/** The pairs that sell a token. */
export function listPairsFrom({ index: { pairs }, branches }: Scope, token: number): readonly number[] {
  const { leaving, from } = pairs
  const plain = leaving.list.subarray(i32(leaving.first, token), i32(leaving.first, token + 1))
  return [...plain, ...branches.filter((pair) => i32(from, pair) === token)]
}
