/** The swaps of legs that promise most, each estimated to second order (`swap-model.ts`) without valuing a route. */

import { type Candidate, closeEdges, findDetours, findEdges } from './candidates.ts'
import { findRedirects } from './redirects.ts'
import { type Removal, rankRemovals } from './removals.ts'
import { computeShape, type RouteShape } from './route-shape.ts'
import type { SearchEdge } from './search-graph.ts'
import type { SearchState, Support } from './support.ts'
import {
  attachToModel,
  computeDecrease,
  countLostTokens,
  fitCandidates,
  fitModel,
  isAttached,
  removeFromModel,
} from './swap-model.ts'
import { swapsTuning } from './tuning.ts'

const { maxCandidates, maxSwaps, minGainPart, pairedRemovals, maxPairLegs } = swapsTuning

export interface Swap {
  /** Positions in the support. */
  readonly removed: readonly number[]
  readonly added: readonly Candidate[]
  /** Estimated change of the route's value. */
  readonly change: number
}

export interface SwapQuery {
  readonly legs: number
  /** Maximum number of edges of an addition. */
  readonly maxEdges: number
  /** Whether a swap that adds an edge, or removes it, undoes an earlier one. */
  readonly isBarred: (edge: SearchEdge) => boolean
  readonly isHeld: (edge: SearchEdge) => boolean
  /** The change beyond which a swap is allowed though it undoes another: it leads to the best route so far. */
  readonly toBeat: number
}

interface Ranking extends SwapQuery {
  readonly state: SearchState
  readonly support: Support
  readonly shape: RouteShape
  /** How many legs may be added without removing any. */
  readonly room: number
  /** How many more parallel paths it may have; a candidate adds one. */
  readonly pathsLeft: number
  readonly removals: readonly Removal[]
  readonly swaps: Swap[]
  /** The change that a swap has to promise to enter the full list. */
  minChange: number
}

/**
 * Best first. Redirects are ranked first, then swaps with single edges, then those with detours: what is ranked says how
 * much the next kind has to gain.
 */
export function rankSwaps(state: SearchState, support: Support, query: SwapQuery): readonly Swap[] {
  const shape = computeShape(state.core, support.edges)
  if (shape === undefined) return []
  const room = query.legs - support.edges.length
  const removals = rankRemovals(support, 1)
  const minChange = Number.NEGATIVE_INFINITY
  const pathsLeft = state.core.task.limits.maxSplits - shape.pathCount
  const ranking: Ranking = { ...query, state, support, shape, room, pathsLeft, removals, swaps: [], minChange }
  closeEdges(state, support, shape)
  fitModel(state.swapModel, state.index.book, support)
  rankRedirects(ranking)
  rankDrops(ranking)
  rankEdges(ranking)
  if (query.maxEdges >= 2) rankDetours(ranking)
  return ranking.swaps
}

function rankRedirects(ranking: Ranking): void {
  const { state, support, shape, toBeat, isBarred, isHeld } = ranking
  findRedirects(state, support, shape, {
    above: () => ranking.minChange,
    add({ leg, edge, change }) {
      const isUndoing = isBarred(edge) || isHeld(support.edges[leg] as SearchEdge)
      if (isUndoing && change <= toBeat) return
      addSwap(ranking, { removed: [leg], added: [{ edges: [edge], gain: change, prices: [] }], change })
    },
  })
}

/** Removals alone, where a leg costs more gas than it gains. */
function rankDrops(ranking: Ranking): void {
  const { swapModel } = ranking.state
  for (const { removed, loss } of ranking.removals) {
    if (loss >= 0 || isHeld(ranking, removed) || !removeFromModel(swapModel, removed)) continue
    addSwap(ranking, { removed, added: [], change: -loss - 0.5 * swapModel.decrease })
  }
}

const isHeld = ({ support, isHeld: isEdgeHeld }: Ranking, removed: readonly number[]): boolean =>
  removed.some((i) => isEdgeHeld(support.edges[i] as SearchEdge))

function rankEdges(ranking: Ranking): void {
  const { state, support, shape, removals } = ranking
  const query = { minGain: minGainFor(ranking, 1), max: maxCandidates }
  rankAdditions(ranking, removals, findEdges(state, support, shape, query))
}

/** For detours two removals at once make room too. */
function rankDetours(ranking: Ranking): void {
  const { state, support, shape, room, removals, maxEdges } = ranking
  const query = { minGain: minGainFor(ranking, 2), maxEdges, max: maxCandidates }
  const detours = findDetours(state, support, shape, query)
  if (detours.length === 0) return
  const pairs = room < 2 ? pairRemovals(support, removals.slice(0, pairedRemovals)) : []
  rankAdditions(ranking, [...removals, ...pairs], detours)
}

/** What a candidate of at least `length` edges has to gain for a swap with it alone to enter the list. */
function minGainFor({ room, removals, minChange }: Ranking, length: number): number {
  let [one, next, two] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const { removed, loss } of removals) {
    if (removed.length > 1) two = Math.min(two, loss)
    if (loss >= next) continue
    next = Math.max(one, loss)
    one = Math.min(one, loss)
  }
  if (room >= length) return Math.max(0, minChange)
  const loss = length - room === 1 ? one : Math.min(two, one + next)
  return Math.max(0, minChange + loss, room > 0 ? 0 : minGainPart * one)
}

/** Two removals at once. */
function pairRemovals({ gains }: Support, removals: readonly Removal[]): readonly Removal[] {
  return removals.flatMap((one, i) =>
    removals.slice(i + 1).flatMap((other) => {
      const removed = [...new Set([...one.removed, ...other.removed])]
      if (removed.length < 2 || removed.length > maxPairLegs) return []
      return { removed, loss: removed.reduce((sum, k) => sum + (gains[k] ?? 0), 0) }
    }),
  )
}

interface Additions {
  readonly candidates: readonly Candidate[]
  /** By candidate: whether it undoes an earlier swap. */
  readonly isBarred: readonly boolean[]
}

/** Ranks the swaps of any of the removals, or of none if there is room, with one or two of the candidates. */
function rankAdditions(ranking: Ranking, removals: readonly Removal[], candidates: readonly Candidate[]): void {
  const { state, support, room, isBarred: isEdgeBarred } = ranking
  fitCandidates(state.swapModel, state.index.book, support, candidates)
  const additions = { candidates, isBarred: candidates.map(({ edges }) => edges.some(isEdgeBarred)) }
  if (room > 0) rankRemoval(ranking, additions, { removed: [], loss: 0 })
  for (const removal of removals) rankRemoval(ranking, additions, removal)
}

function rankRemoval(ranking: Ranking, additions: Additions, { removed, loss }: Removal): void {
  const { swapModel } = ranking.state
  const { candidates, isBarred } = additions
  const most = candidates[0]?.gain ?? 0
  if (most - loss <= ranking.minChange || !removeFromModel(swapModel, removed)) return
  const paths = ranking.pathsLeft + removed.length - countLostTokens(swapModel)
  if (paths < 1) return
  const room = ranking.room + removed.length
  const isUndoing = isHeld(ranking, removed)
  const first = rankLast(ranking, additions, { removed, added: [], loss, room, isUndoing })
  const one = candidates[first]
  if (one === undefined || paths < 2 || most + one.gain - loss <= ranking.minChange) return
  attachToModel(swapModel, first)
  rankLast(ranking, additions, {
    ...{ removed, added: [one], loss: loss - one.gain, room: room - one.edges.length },
    isUndoing: isUndoing || isBarred[first] === true,
  })
}

/** A swap but for its last candidate. */
interface Begun {
  readonly removed: readonly number[]
  readonly added: readonly Candidate[]
  /** Of what is removed, less the gain of what is added. */
  readonly loss: number
  /** How many more legs may be added. */
  readonly room: number
  readonly isUndoing: boolean
}

/** Ranks a swap with every last candidate. @returns the best one that leaves room for another, by position; −1 for none */
function rankLast(
  ranking: Ranking,
  { candidates, isBarred }: Additions,
  { removed, added, loss, room, isUndoing }: Begun,
): number {
  const { state, toBeat } = ranking
  let [best, most] = [-1, Number.NEGATIVE_INFINITY]
  for (let i = 0; i < candidates.length; i += 1) {
    const candidate = candidates[i] as Candidate
    if (candidate.gain - loss <= ranking.minChange) break
    if (candidate.edges.length > room || !isAttached(state.swapModel, i) || sharesEdge(candidate, added)) continue
    const change = candidate.gain - loss - computeDecrease(state.swapModel, i)
    if (change <= toBeat && (isUndoing || isBarred[i] === true)) continue
    addSwap(ranking, { removed, added: [...added, candidate], change })
    if (change > most && candidate.edges.length < room) [best, most] = [i, change]
  }
  return best
}

const sharesEdge = ({ edges }: Candidate, others: readonly Candidate[]): boolean =>
  others.some((other) => edges.some((edge) => other.edges.includes(edge)))

function addSwap(ranking: Ranking, swap: Swap): void {
  const { swaps } = ranking
  if (!(swap.change > ranking.minChange)) return
  if (swaps.length === maxSwaps) swaps.pop()
  let place = swaps.length
  while (place > 0 && (swaps[place - 1] as Swap).change < swap.change) place -= 1
  swaps.splice(place, 0, swap)
  if (swaps.length === maxSwaps) ranking.minChange = (swaps[maxSwaps - 1] as Swap).change
}
