import { f32, f64, i32 } from '#math/typed'
import { emptyFill, emptySale, type Fill, type Sale } from '#routing/book/edge'
import { pairsOfEnd } from '#routing/book/pairs'
import { type Ground, gasCost } from '#routing/search/core'
import type { Task } from '#routing/search/task'

/** What one certificate speaks of, and the scratch it is worked out in. */
export interface Scope {
  readonly ground: Ground
  readonly task: Task
  /** By token: the most of it that the sold amount can become; 0 where it cannot come. See `limitFlows`. */
  readonly most: Float64Array
  /** The tokens it can become, the sold one first. */
  readonly reached: readonly number[]
  /** Pairs on the branches behind the sold and the bought token, where these are ends. */
  readonly branches: readonly number[]
  readonly special: SpecialEdges
  readonly fill: Fill
  readonly sale: Sale
}

/** Edges that the plain sum over edges of two-token pools in closed form would get wrong. */
export interface SpecialEdges {
  /** Edges by pool, of pools of more than two tokens. */
  readonly shared: ReadonlyMap<number, readonly number[]>
  /** Edges that may give more than their stretches say. */
  readonly sampled: readonly number[]
}

export function findSpecialEdges({ book }: Ground): SpecialEdges {
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
export function openScope(
  ground: Ground,
  task: Task,
  flows: Pick<Scope, 'most' | 'reached' | 'branches' | 'special'>,
): Scope {
  return { ground, task, ...flows, fill: emptyFill(), sale: emptySale() }
}

export const branchesOf = ({ pairs }: Ground, { source, target }: Task): readonly number[] => [
  ...new Set([source, target].flatMap((token) => pairsOfEnd(pairs, token))),
]

/** What a leg over the edge pays for gas at the least, in the bought token. */
export const costOf = ({ ground: { book }, task }: Scope, edge: number): number =>
  gasCost(book, task, edge, f64(book.gas, edge))

/** No route sells the bought token on or buys the sold one back. */
export const isOpen = ({ task, ground: { pairs } }: Scope, pair: number): boolean =>
  i32(pairs.from, pair) !== task.target && i32(pairs.to, pair) !== task.source

/** Those that sell a token. */
export function pairsFrom({ ground: { pairs }, branches }: Scope, token: number): readonly number[] {
  const { leaving, from } = pairs
  const plain = leaving.list.subarray(i32(leaving.first, token), i32(leaving.first, token + 1))
  return [...plain, ...branches.filter((pair) => i32(from, pair) === token)]
}
