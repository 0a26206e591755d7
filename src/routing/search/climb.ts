/** Local search: moves to a better neighbouring support until none exists. */

import { type Candidate, findCandidates } from './candidates.ts'
import { type Removal, rankRemovals, selectRemovals } from './removals.ts'
import { computeShape, isRoute, keepConnected, type RouteShape } from './route-shape.ts'
import { findBundle, type SearchEdge } from './search-graph.ts'
import { isBetter, mergePrices, type SearchState, type Support, sortByGain, tryEdges } from './support.ts'
import { climbTuning } from './tuning.ts'

export interface ClimbLimits {
  /** Maximum number of legs: the task's limit, or temporarily more or fewer. */
  readonly legs: number
  /** Maximum number of supports to value. */
  readonly tries: number
  /** Whether several candidates are added at once while the leg limit allows. */
  readonly inBatches: boolean
  /** Whether more candidates are looked at for every move. */
  readonly isWide?: boolean
}

interface ClimbState extends ClimbLimits {
  readonly work: SearchState
  /** Moves that did not improve the current support. */
  readonly failed: Set<string>
  readonly end: number
}

type Move = (climb: ClimbState, support: Support) => Support | undefined

const { maxMoves, fewCandidates, manyCandidates, maxDrops, batchPart, maxEjections, maxReplacements } = climbTuning

export function climb(work: SearchState, start: Support, limits: ClimbLimits): Support {
  const state: ClimbState = { ...limits, work, failed: new Set(), end: work.spent + limits.tries }
  let support = start
  for (let move = 0; move < maxMoves && !isSpent(state); move += 1) {
    const better = dropLeg(state, support) ?? addCandidates(state, support) ?? replaceLeg(state, support)
    if (better === undefined) break
    support = better
    state.failed.clear()
  }
  return support
}

const isSpent = ({ work, end }: ClimbState): boolean => work.spent >= end || work.effort.isOver()

/**
 * Values edges; `undefined` unless better. The moves ensure that the edges are an allowed route: part of a route always
 * is, and so is a route with one more candidate if it is within the limits.
 */
function tryMove(climb: ClimbState, support: Support, edges: readonly SearchEdge[], prices: Float64Array) {
  if (edges.length === 0) return undefined
  const next = tryEdges(climb.work, edges, prices, support)
  return isBetter(next, support) ? next : undefined
}

/** True the first time a move is tried on the current support. */
function isFresh({ failed }: ClimbState, move: string): boolean {
  if (failed.has(move)) return false
  failed.add(move)
  return true
}

/** Drops a leg that costs more gas than it gains. */
const dropLeg: Move = (climb, support) => {
  for (const i of sortByGain(support).slice(0, maxDrops)) {
    const edge = support.edges[i]
    if ((support.gains[i] ?? 0) >= 0 || edge === undefined) break
    if (!isFresh(climb, `-${edge.index}`)) continue
    const rest = keepConnected(support.edges.filter((other) => other !== edge))
    const better = tryMove(climb, support, rest, support.prices)
    if (better !== undefined) return better
  }
  return undefined
}

/** Adds one candidate, or several. */
const addCandidates: Move = (climb, support) => {
  const shape = computeShape(climb.work.core, support.edges)
  if (shape === undefined) return undefined
  const roomFor = createRemovalFinder(climb, support, shape)
  const candidates = findCandidates(climb.work, support, shape, {
    minGain: roomFor.minLoss,
    maxEdges: Math.min(climb.legs, 3),
    max: climb.isWide === true ? manyCandidates : fewCandidates,
  })
  const together = climb.inBatches ? addBatch(climb, support, candidates) : undefined
  if (together !== undefined) return together
  for (const candidate of candidates) {
    if (isSpent(climb)) return undefined
    if (!isFresh(climb, keyOf(candidate.edges))) continue
    const room = roomFor.find(candidate)
    const better =
      room === 'enough' ? addCandidate(climb, support, candidate) : swapCandidate(climb, support, candidate, room)
    if (better !== undefined) return better
  }
  return undefined
}

const hasEdge = ({ edges }: Candidate, edge: SearchEdge | undefined) => edges.some((own) => own === edge)

const keyOf = (edges: readonly SearchEdge[]) => edges.map(({ index }) => index).join()

function addBatch(climb: ClimbState, support: Support, candidates: readonly Candidate[]): Support | undefined {
  const room = climb.legs - support.edges.length
  if (room < 3 || candidates.length < 3) return undefined
  const max = Math.min(room, Math.max(2, support.edges.length))
  const passed = new Set<number>()
  const taken: Candidate[] = []
  let edges = support.edges
  for (const candidate of candidates) {
    if (candidate.gain < batchPart * (candidates[0]?.gain ?? 0) || edges.length - support.edges.length >= max) break
    const inner = candidate.prices.map(([token]) => token)
    const more = [...edges, ...candidate.edges]
    if (inner.some((token) => passed.has(token)) || !isWithinLimits(climb, more)) continue
    for (const token of inner) passed.add(token)
    edges = more
    taken.push(candidate)
  }
  if (taken.length < 2 || !isFresh(climb, `+${keyOf(edges.slice(support.edges.length))}`)) return undefined
  return tryMove(climb, support, edges, mergePrices(support, taken))
}

const isWithinLimits = ({ work: { core }, legs }: ClimbState, edges: readonly SearchEdge[]): boolean =>
  isRoute(core, edges, { ...core.task.limits, maxLegs: legs })

/** Adds a candidate; if that alone does not pay, removes what it has made superfluous. */
function addCandidate(climb: ClimbState, support: Support, candidate: Candidate): Support | undefined {
  const prices = mergePrices(support, [candidate])
  let next = tryEdges(climb.work, [...support.edges, ...candidate.edges], prices, support)
  for (let ejection = 0; ejection < maxEjections && !isBetter(next, support); ejection += 1) {
    const worst = sortByGain(next).find((i) => !hasEdge(candidate, next.edges[i]))
    const loss = worst === undefined ? 0 : (next.gains[worst] ?? 0)
    if (loss >= 0 || next.value - loss <= support.value) return undefined
    const rest = keepConnected(next.edges.filter((_, i) => i !== worst))
    if (rest.length === 0) return undefined
    next = tryEdges(climb.work, rest, next.prices)
  }
  return isBetter(next, support) ? next : undefined
}

/** At a limit: replaces what loses least. */
function swapCandidate(
  climb: ClimbState,
  support: Support,
  candidate: Candidate,
  removal: Removal | undefined,
): Support | undefined {
  if (removal === undefined || removal.loss >= candidate.gain) return undefined
  const kept = support.edges.filter((_, i) => !removal.removed.includes(i))
  return tryMove(climb, support, keepConnected([...kept, ...candidate.edges]), mergePrices(support, [candidate]))
}

interface RemovalFinder {
  /** What the route loses at least by any removal; 0 if it has room for another leg. */
  readonly minLoss: number
  /** The removal to make for a candidate; `undefined` if there is none. */
  find(candidate: Candidate): Removal | 'enough' | undefined
}

/** Removals are computed once per candidate length. */
function createRemovalFinder({ work, legs }: ClimbState, support: Support, shape: RouteShape): RemovalFinder {
  const pathCount = shape.pathCount + 1 - work.core.task.limits.maxSplits
  const known = new Map<number, Removal | undefined>()
  const find = (length: number): Removal | 'enough' | undefined => {
    const over = { legs: support.edges.length + length - legs, pathCount }
    if (over.legs <= 0 && over.pathCount <= 0) return 'enough'
    if (!known.has(length)) known.set(length, selectRemovals(rankRemovals(support, Math.max(1, over.legs)), over))
    return known.get(length)
  }
  const first = find(1)
  const minLoss = first === 'enough' || first === undefined ? 0 : Math.max(0, first.loss)
  return { minLoss, find: ({ edges }) => find(edges.length) }
}

/** Replaces a leg that does not pay its gas with another pool of the same pair. */
const replaceLeg: Move = (climb, support) => {
  for (const [i, edge] of support.edges.entries()) {
    if ((support.gains[i] ?? 0) >= 0) continue
    const better = replaceEdge(climb, support, edge)
    if (better !== undefined) return better
  }
  return undefined
}

function replaceEdge(climb: ClimbState, support: Support, edge: SearchEdge): Support | undefined {
  const { core, banned } = climb.work
  const price = (support.prices[edge.a] ?? 0) / (support.prices[edge.b] ?? 1)
  const others = findBundle(core, edge.a, edge.b)?.edges.filter(
    (other) =>
      !other.isShared && banned[other.index] === 0 && other.net >= 0.999 * price && !support.edges.includes(other),
  )
  const fresh = others?.filter((other) => isFresh(climb, `${edge.index}>${other.index}`)) ?? []
  for (const other of fresh.slice(0, maxReplacements)) {
    if (isSpent(climb)) return undefined
    const edges = support.edges.map((e) => (e === edge ? other : e))
    const better = tryMove(climb, support, edges, support.prices)
    if (better !== undefined) return better
  }
  return undefined
}
