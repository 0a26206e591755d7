import { f32, f64, i32 } from '#math/typed'
import { createFill, createSellResult, type Fill, type SellResult } from '#routing/index/edge'
import { computeGasCost } from '#routing/index/gas'
import type { MarketIndex } from '#routing/index/market-index'
import { forEachPair } from '#routing/index/pair-graph'
import type { Task } from '#routing/index/task'

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
  index: MarketIndex,
  task: Task,
  { max, reached, branches, special }: Pick<Scope, 'max' | 'reached' | 'branches' | 'special'>,
): Scope {
  return { index, task, max, reached, branches, special, fill: createFill(), sale: createSellResult() }
}

/** Minimum gas cost of a leg over the edge, in the output token. */
export const computeLegCost = ({ index: { book }, task }: Scope, edge: number): number =>
  computeGasCost(book, task, edge, f64(book.gas, edge))

/** No route sells the output token or buys the input token. */
export const isTradablePair = ({ task, index: { pairs } }: Scope, pair: number): boolean =>
  i32(pairs.from, pair) !== task.target && i32(pairs.to, pair) !== task.source

/** Legs that may precede one whose flow is limited: a route's paths have at most one leg more. */
export const maxHopsBefore = 5
/** Margin over the spot products, for sampled pools that may give more than the price of their first sample. */
const margin = 1e-4

/** Buffers that live as long as the workspace. */
export interface FlowLimits {
  readonly max: Float64Array
  readonly reached: number[]
  readonly queued: Uint8Array
}

export const createFlowLimits = (tokens: number): FlowLimits => ({
  max: new Float64Array(tokens),
  reached: [],
  queued: new Uint8Array(tokens),
})

/**
 * The maximum amount of every token that the input amount can become: its product with the best spot prices over at
 * most `maxHopsBefore` legs. Outputs are concave, so no split over paths of that length yields more of a token, and an
 * edge's input needs no higher limit. This keeps arbitrage cycles, which no route may use, out of the bound.
 *
 * Bellman–Ford rounds over the raised tokens. A price that rises within a round is propagated at once, which can only
 * raise the limit.
 */
export function limitFlows(flows: FlowLimits, index: MarketIndex, task: Task, branches: readonly number[]): void {
  const { max, reached } = flows
  for (const token of reached) max[token] = 0
  reached.length = 0
  max[task.source] = task.amount * (1 + margin)
  reached.push(task.source)
  let front: number[] = [task.source]
  for (let hop = 0; hop < maxHopsBefore && front.length > 0; hop += 1)
    front = propagateLimits(flows, index, task, branches, front)
  for (const token of front) flows.queued[token] = 0
}

function propagateLimits(
  { max, reached, queued }: FlowLimits,
  { pairs }: MarketIndex,
  { source, target }: Task,
  branches: readonly number[],
  front: readonly number[],
): number[] {
  const next: number[] = []
  const raise = (pair: number, token: number, here: number) => {
    const there = here * f64(pairs.spot, pair)
    const known = f64(max, token)
    if (there <= known || token === source) return
    if (known === 0) reached.push(token)
    max[token] = there
    if (queued[token] === 1) return
    queued[token] = 1
    next.push(token)
  }
  for (const token of front) {
    queued[token] = 0
    if (token === target) continue
    const here = f64(max, token)
    forEachPair(pairs, 'onward', branches, token, (pair, other) => raise(pair, other, here))
  }
  return next
}
