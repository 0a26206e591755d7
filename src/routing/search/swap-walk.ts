/**
 * A walk over swaps, for routes at the leg limit, where every improvement is a swap and most of them get worse before they
 * get better. Each step takes the best of all swaps even if it is worse, and does not undo it for a while (tabu search).
 */
import { i32 } from '#math/typed'
import { isRoute, keepConnected } from './route-shape.ts'
import type { SearchEdge } from './search-graph.ts'
import { isBetter, mergePrices, type SearchState, type Support, tryEdges } from './support.ts'
import { rankSwaps, type Swap } from './swaps.ts'
import { swapWalkTuning } from './tuning.ts'

const { barredSteps, heldSteps } = swapWalkTuning

export interface WalkLimits {
  readonly legs: number
  readonly steps: number
  /** How many of the swaps found are valued at a step. */
  readonly swaps: number
  /** Ends after this many steps without a better route. */
  readonly patience: number
  /** Maximum number of edges of what a swap adds: single edges, or detours of up to three. */
  readonly maxEdges: number
  /** It ends where an earlier walk has gone on as far as it could itself. */
  readonly walked?: Walked | undefined
}

/** By fingerprints of supports: how many steps without a better route walks from there could take, at most. */
export type Walked = Map<number, number>

interface WalkState extends WalkLimits {
  readonly state: SearchState
  /** By `SearchEdge.index`: the step before which the edge is not added again, and not removed again. */
  readonly barredUntil: Int32Array
  readonly heldUntil: Int32Array
  /** Fingerprints of the supports it was at. */
  readonly visited: Set<number>
  step: number
}

/** The best whole route on the way; the start if none is better. */
export function walkSwaps(state: SearchState, start: Support, limits: WalkLimits): Support {
  const edges = state.core.edges.length
  const walk: WalkState = {
    ...{ ...limits, state, step: 0, visited: new Set([fingerprint(start.edges)]) },
    ...{ barredUntil: new Int32Array(edges), heldUntil: new Int32Array(edges) },
  }
  let [best, at, idle] = [start, start, 0]
  if (hasBeenWalked(limits, start, 0)) return start
  for (; walk.step < limits.steps && idle < limits.patience && !state.effort.isOver(); walk.step += 1) {
    const next = takeSwap(walk, at, best)
    if (next === undefined) break
    markSwap(walk, at, next)
    at = next
    idle += 1
    if (isBetter(at, best)) [best, idle] = [at, 0]
    if (hasBeenWalked(limits, at, idle)) break
  }
  return best
}

/** Whether an earlier walk went on from a support for at least as long as this one may; remembers it if not. */
function hasBeenWalked({ walked, patience }: WalkLimits, { edges }: Support, idle: number): boolean {
  if (walked === undefined) return false
  const code = fingerprint(edges)
  if ((walked.get(code) ?? -1) >= patience - idle) return true
  walked.set(code, patience - idle)
  return false
}

/** Marks a support as one that longer walks than any to come have gone on from. */
export const markWalked = (walked: Walked, { edges }: Support): Walked =>
  walked.set(fingerprint(edges), Number.POSITIVE_INFINITY)

/** Keeps a swap from being undone for a while. */
function markSwap({ barredUntil, heldUntil, visited, step }: WalkState, { edges }: Support, next: Support): void {
  for (const edge of edges) if (!next.edges.includes(edge)) barredUntil[edge.index] = step + barredSteps
  for (const edge of next.edges) if (!edges.includes(edge)) heldUntil[edge.index] = step + heldSteps
  visited.add(fingerprint(next.edges))
}

/** The best whole support that a swap leads to, of the few that promise most; `undefined` if there is none. */
function takeSwap(walk: WalkState, at: Support, best: Support): Support | undefined {
  const { state, legs, maxEdges, visited, barredUntil, heldUntil, step } = walk
  const swaps = rankSwaps(state, at, {
    ...{ legs, maxEdges },
    toBeat: best.value - at.value,
    isBarred: ({ index }) => i32(barredUntil, index) > step,
    isHeld: ({ index }) => i32(heldUntil, index) > step,
  })
  let found: Support | undefined
  let tries = 0
  for (const swap of swaps) {
    if (tries === walk.swaps) break
    const edges = applySwap(walk, at, swap)
    if (edges === undefined) continue
    tries += 1
    const next = tryEdges(state, edges, mergePrices(at, swap.added), found)
    if (!Number.isFinite(next.value) || !next.isWhole || visited.has(fingerprint(next.edges))) continue
    if (found === undefined || next.value > found.value) found = next
  }
  return found
}

/** The edges after a swap; `undefined` if they are no route within the limits, or one that the walk was at. */
function applySwap(
  { state, legs, visited }: WalkState,
  { edges }: Support,
  { removed, added }: Swap,
): readonly SearchEdge[] | undefined {
  const { core } = state
  const kept = removed.length === 0 ? edges : edges.filter((_, i) => !removed.includes(i))
  const after = keepConnected([...kept, ...added.flatMap((candidate) => candidate.edges)])
  if (after.length === 0 || visited.has(fingerprint(after))) return undefined
  if (added.some((candidate) => candidate.edges.some((edge) => !after.includes(edge)))) return undefined
  return isRoute(core, after, { ...core.task.limits, maxLegs: legs }) ? after : undefined
}

/** The same for equal sets of edges in any order: a sum of a random integer below 2^46 for each. */
function fingerprint(edges: readonly SearchEdge[]): number {
  let sum = 0
  for (let i = 0; i < edges.length; i += 1) sum += codeOf((edges[i] as SearchEdge).index)
  return sum
}

const codeOf = (index: number): number => scramble(index) * 2 ** 14 + (scramble(~index) >>> 18)

/** The mixing step of MurmurHash3, which is public domain. */
function scramble(i: number): number {
  let h = i + 0x9e3779b9
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
