import { f64, i32 } from '#math/typed'
import type { Ground } from '#routing/search/core'
import type { Task } from '#routing/search/task'

/** Legs that may lie before one whose flow is limited: a route's ways have at most one leg more. */
export const hopsBefore = 5
/** Over the spot products, for what sampled pools may give beyond the price of their first sample. */
const margin = 1e-4

/** Scratch that lives as long as the certifier. */
export interface Flows {
  readonly most: Float64Array
  readonly reached: number[]
  readonly queued: Uint8Array
}

export const openFlows = (tokens: number): Flows => ({
  most: new Float64Array(tokens),
  reached: [],
  queued: new Uint8Array(tokens),
})

/**
 * The most of every token that the sold amount can become: its product with the best spot prices over at most
 * `hopsBefore` legs. As outputs are concave, no division of the amount over ways of that length brings more of a token
 * together, so an edge's input needs no more. It is what keeps loops of arbitrage, which no route may walk, out of the
 * bound.
 *
 * Bellman's rounds over what has risen; a price that rises within a round is carried on at once, which may only raise
 * the limit.
 */
export function limitFlows(flows: Flows, ground: Ground, task: Task, branches: readonly number[]): void {
  const { most, reached } = flows
  for (const token of reached) most[token] = 0
  reached.length = 0
  most[task.source] = task.amount * (1 + margin)
  reached.push(task.source)
  let front: number[] = [task.source]
  for (let hop = 0; hop < hopsBefore && front.length > 0; hop += 1) front = spread(flows, ground, task, branches, front)
  for (const token of front) flows.queued[token] = 0
}

function spread(
  { most, reached, queued }: Flows,
  { pairs }: Ground,
  { source, target }: Task,
  branches: readonly number[],
  front: readonly number[],
): number[] {
  const { leaving, from, to, spot } = pairs
  const next: number[] = []
  const raise = (pair: number, here: number) => {
    const token = i32(to, pair)
    const there = here * f64(spot, pair)
    const known = f64(most, token)
    if (there <= known || token === source) return
    if (known === 0) reached.push(token)
    most[token] = there
    if (queued[token] === 1) return
    queued[token] = 1
    next.push(token)
  }
  for (const token of front) {
    queued[token] = 0
    if (token === target) continue
    const here = f64(most, token)
    const end = i32(leaving.first, token + 1)
    for (let i = i32(leaving.first, token); i < end; i += 1) raise(i32(leaving.list, i), here)
    for (const pair of branches) if (i32(from, pair) === token) raise(pair, here)
  }
  return next
}
