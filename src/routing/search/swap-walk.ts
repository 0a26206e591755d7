/**
 * A walk over swaps, for routes at the leg limit, where every improvement is a swap and most of them get worse before they
 * get better. Each step takes the best of all swaps even if it is worse, and does not undo it for a while (tabu search).
 */
import { i32 } from '#math/typed'
import { type Candidate, findCandidates } from './candidates.ts'
import { type Removal, rankRemovals } from './removals.ts'
import { computeShape, isAllowed, keepConnected } from './route-shape.ts'
import type { SearchEdge } from './search-graph.ts'
import { isBetter, mergePrices, type SearchState, type Support, tryEdges } from './support.ts'
import { computeDecrease, fitModel, isAttached, removeFromModel } from './swap-model.ts'
import { swapWalkTuning } from './tuning.ts'

const { maxCandidates, maxSwaps, maxTries, barredSteps, heldSteps, minGainPart, pairedRemovals, maxPairLegs } =
  swapWalkTuning

export interface WalkLimits {
  readonly legs: number
  readonly steps: number
  /** Ends after this many steps without a better route. */
  readonly patience: number
  /** Ends when it arrives at this support, from where an earlier walk has gone on. */
  readonly home?: Support | undefined
}

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
  const home = limits.home && fingerprint(limits.home.edges)
  let [best, at, idle] = [start, start, 0]
  for (; walk.step < limits.steps && idle < limits.patience && !state.effort.isOver(); walk.step += 1) {
    const next = takeSwap(walk, at, best)
    if (next === undefined) break
    markSwap(walk, at, next)
    at = next
    idle += 1
    if (fingerprint(at.edges) === home) break
    if (!isBetter(at, best)) continue
    best = at
    idle = 0
  }
  return best
}

/** Keeps a swap from being undone for a while. */
function markSwap({ barredUntil, heldUntil, visited, step }: WalkState, { edges }: Support, next: Support): void {
  for (const edge of edges) if (!next.edges.includes(edge)) barredUntil[edge.index] = step + barredSteps
  for (const edge of next.edges) if (!edges.includes(edge)) heldUntil[edge.index] = step + heldSteps
  visited.add(fingerprint(next.edges))
}

/** The best whole support that a swap leads to, of the few that promise most; `undefined` if there is none. */
function takeSwap(walk: WalkState, at: Support, best: Support): Support | undefined {
  const { state, legs, visited } = walk
  const shape = computeShape(state.core, at.edges)
  if (shape === undefined) return undefined
  const removals = rankRemovals(at, 1)
  const minLoss = removals.reduce((least, { loss }) => Math.min(least, loss), Number.POSITIVE_INFINITY)
  const minGain = at.edges.length < legs ? 0 : Math.max(0, minGainPart * minLoss)
  const candidates = findCandidates(state, at, shape, { minGain, maxEdges: Math.min(legs, 3), max: maxCandidates })
  let found: Support | undefined
  let tries = 0
  for (const { removed, candidate } of rankSwaps(walk, at, { removals, candidates, best })) {
    if (tries === maxTries) break
    const edges = applySwap(walk, at, removed, candidate)
    if (edges === undefined) continue
    tries += 1
    const next = tryEdges(state, edges, mergePrices(at, candidate === undefined ? [] : [candidate]), found)
    if (!Number.isFinite(next.value) || !next.isWhole || visited.has(fingerprint(next.edges))) continue
    if (found === undefined || next.value > found.value) found = next
  }
  return found
}

/** The edges after a swap; `undefined` if they are no route within the limits, or one that the walk was at. */
function applySwap(
  { state, legs, visited }: WalkState,
  { edges }: Support,
  removed: readonly number[],
  candidate: Candidate | undefined,
): readonly SearchEdge[] | undefined {
  const { core } = state
  const kept = removed.length === 0 ? edges : edges.filter((_, i) => !removed.includes(i))
  const after = keepConnected(candidate === undefined ? kept : [...kept, ...candidate.edges])
  if (after.length === 0 || visited.has(fingerprint(after))) return undefined
  if (candidate?.edges.every((edge) => after.includes(edge)) === false) return undefined
  const shape = computeShape(core, after)
  if (shape === undefined || !isAllowed(shape, after.length, { ...core.task.limits, maxLegs: legs })) return undefined
  return after
}

interface Swap {
  /** Positions in the support. */
  readonly removed: readonly number[]
  readonly candidate: Candidate | undefined
  /** Estimated change of the route's value. */
  readonly change: number
}

interface SwapQuery {
  readonly removals: readonly Removal[]
  readonly candidates: readonly Candidate[]
  readonly best: Support
}

/** The swaps that promise most, best first, each estimated to second order. */
function rankSwaps(walk: WalkState, at: Support, query: SwapQuery): readonly Swap[] {
  const { removals, candidates, best } = query
  fitModel(walk.state.swapModel, walk.state.index.book, at, candidates)
  const room = walk.legs - at.edges.length
  const ranking: Ranking = {
    ...{ room, candidates, swaps: [], minChange: Number.NEGATIVE_INFINITY },
    isBarred: candidates.map(({ edges }) => edges.some(({ index }) => i32(walk.barredUntil, index) > walk.step)),
    toBeat: best.value - at.value,
  }
  if (room > 0) rankRemoval(walk, at, ranking, { removed: [], loss: 0 })
  for (const removal of removals) rankRemoval(walk, at, ranking, removal)
  if (room < 2 && candidates.some(({ edges }) => edges.length > room + 1))
    for (const pair of listPairs(at, removals.slice(0, pairedRemovals))) rankRemoval(walk, at, ranking, pair)
  return ranking.swaps
}

/** Two removals at once, which make room for a candidate of several edges. */
function listPairs({ gains }: Support, removals: readonly Removal[]): readonly Removal[] {
  return removals.flatMap((one, i) =>
    removals.slice(i + 1).flatMap((other) => {
      const removed = [...new Set([...one.removed, ...other.removed])]
      if (removed.length < 2 || removed.length > maxPairLegs) return []
      return { removed, loss: removed.reduce((sum, k) => sum + (gains[k] ?? 0), 0) }
    }),
  )
}

interface Ranking {
  readonly room: number
  readonly candidates: readonly Candidate[]
  readonly isBarred: readonly boolean[]
  /** The change beyond which a swap is allowed though it undoes another: it leads to the best route so far. */
  readonly toBeat: number
  readonly swaps: Swap[]
  /** The change that a swap has to promise to enter the full list. */
  minChange: number
}

/** Ranks all swaps of one removal: without a candidate, and with each that fits in. */
function rankRemoval(walk: WalkState, { edges }: Support, ranking: Ranking, { removed, loss }: Removal): void {
  const { candidates, isBarred, toBeat, room } = ranking
  const model = walk.state.swapModel
  if ((candidates[0]?.gain ?? 0) - loss <= ranking.minChange) return
  const isHeld = removed.some((i) => i32(walk.heldUntil, (edges[i] as SearchEdge).index) > walk.step)
  if (!removeFromModel(model, removed)) return
  if (loss < 0 && !isHeld) addSwap(ranking, { removed, candidate: undefined, change: -loss - 0.5 * model.decrease })
  for (let i = 0; i < candidates.length; i += 1) {
    const candidate = candidates[i] as Candidate
    if (candidate.gain - loss <= ranking.minChange) break
    if (candidate.edges.length > room + removed.length || !isAttached(model, i)) continue
    const change = candidate.gain - loss - computeDecrease(model, i)
    const isUndoing = isHeld || isBarred[i] === true
    if (!isUndoing || change > toBeat) addSwap(ranking, { removed, candidate, change })
  }
}

function addSwap(ranking: Ranking, swap: Swap): void {
  const { swaps } = ranking
  if (!(swap.change > ranking.minChange)) return
  if (swaps.length === maxSwaps) swaps.pop()
  let place = swaps.length
  while (place > 0 && (swaps[place - 1] as Swap).change < swap.change) place -= 1
  swaps.splice(place, 0, swap)
  if (swaps.length === maxSwaps) ranking.minChange = (swaps[maxSwaps - 1] as Swap).change
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
