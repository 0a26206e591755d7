import { f64, i32 } from '#math/typed'
import type { MarketIndex } from '#routing/search/search-graph'
import type { Task } from '#routing/search/task'

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
  const { leaving, from, to, spot } = pairs
  const next: number[] = []
  const raise = (pair: number, here: number) => {
    const token = i32(to, pair)
    const there = here * f64(spot, pair)
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
    const end = i32(leaving.first, token + 1)
    for (let i = i32(leaving.first, token); i < end; i += 1) raise(i32(leaving.list, i), here)
    for (const pair of branches) if (i32(from, pair) === token) raise(pair, here)
  }
  return next
}
