/** Local search: from a support to a better one beside it, until there is none. */

import { candidatesFor } from './candidates.ts'
import type { CoreEdge } from './core.ts'
import { type Excess, enough, type Removal, removalsOf } from './removals.ts'
import { connected, isAllowed, type Shape, shapeOf } from './shape.ts'
import type { Candidate } from './shortlist.ts'
import { byGain, isBetter, type Support, tryEdges, type Work } from './support.ts'

export interface ClimbLimits {
  /** Legs at most: the task's, or more for a while, or fewer. */
  readonly legs: number
  /** Supports it may value. */
  readonly tries: number
  /** Whether several candidates are added at once while there is room. */
  readonly inBatches: boolean
  /**
   * Where a climb may cost more: how many removals beside those that lose least may make room for a candidate. It also
   * looks at more candidates then.
   */
  readonly spared?: number
}

interface Climb extends ClimbLimits {
  readonly work: Work
  /** Moves that were no better from the support where the climb stands. */
  readonly failed: Set<string>
  readonly end: number
}

type Move = (climb: Climb, support: Support) => Support | undefined

const mostMoves = 200
const fewCandidates = 24
const manyCandidates = 60
const mostDrops = 4
/** Together only candidates that may gain this part of what the best may. */
const batchPart = 0.25
const mostEjections = 3
const mostReplacements = 3

export function climb(work: Work, start: Support, limits: ClimbLimits): Support {
  const state: Climb = { ...limits, work, failed: new Set(), end: work.spent + limits.tries }
  let support = start
  for (let move = 0; move < mostMoves && work.spent < state.end; move += 1) {
    const better = dropped(state, support) ?? grown(state, support) ?? replaced(state, support)
    if (better === undefined) break
    support = better
    state.failed.clear()
  }
  return support
}

/**
 * Values edges; `undefined` unless better. That they are a route that may be is for the moves to see to: less of a route
 * is always one, and so is a route with one candidate more that is within the limits.
 */
function attempt(climb: Climb, support: Support, edges: readonly CoreEdge[], prices: Float64Array) {
  if (edges.length === 0) return undefined
  const next = tryEdges(climb.work, edges, prices)
  return isBetter(next, support) ? next : undefined
}

/** True the first time a move is asked about since the last step. */
function isFresh({ failed }: Climb, move: string): boolean {
  if (failed.has(move)) return false
  failed.add(move)
  return true
}

/** Without a leg that costs more gas than it gains. */
const dropped: Move = (climb, support) => {
  for (const i of byGain(support).slice(0, mostDrops)) {
    const edge = support.edges[i]
    if ((support.gains[i] ?? 0) >= 0 || edge === undefined) break
    if (!isFresh(climb, `-${edge.index}`)) continue
    const rest = connected(support.edges.filter((other) => other !== edge))
    const better = attempt(climb, support, rest, support.prices)
    if (better !== undefined) return better
  }
  return undefined
}

/** With one candidate more, or several. */
const grown: Move = (climb, support) => {
  const shape = shapeOf(climb.work.core, support.edges)
  if (shape === undefined) return undefined
  const candidates = candidatesFor(climb.work, support, shape, {
    room: Math.min(climb.legs, 3),
    most: climb.spared === undefined ? fewCandidates : manyCandidates,
  })
  const together = climb.inBatches ? batch(climb, support, candidates) : undefined
  if (together !== undefined) return together
  const roomFor = openRoomFor(climb, support, shape)
  for (const candidate of candidates) {
    if (climb.work.spent >= climb.end) return undefined
    if (!isFresh(climb, keyOf(candidate.edges))) continue
    const removals = roomFor(candidate)
    const better =
      removals === undefined
        ? added(climb, support, candidate)
        : (swapped(climb, support, { candidate, removals }) ?? exchanged(climb, support, candidate))
    if (better !== undefined) return better
  }
  return undefined
}

const isOf = ({ edges }: Candidate, edge: CoreEdge | undefined) => edges.some((own) => own === edge)

const keyOf = (edges: readonly CoreEdge[]) => edges.map(({ index }) => index).join()

function batch(climb: Climb, support: Support, candidates: readonly Candidate[]): Support | undefined {
  const room = climb.legs - support.edges.length
  if (room < 3 || candidates.length < 3) return undefined
  const most = Math.min(room, Math.max(2, support.edges.length))
  const passed = new Set<number>()
  const taken: Candidate[] = []
  let edges = support.edges
  for (const candidate of candidates) {
    if (candidate.gain < batchPart * (candidates[0]?.gain ?? 0) || edges.length - support.edges.length >= most) break
    const inner = candidate.prices.map(([token]) => token)
    const more = [...edges, ...candidate.edges]
    if (inner.some((token) => passed.has(token)) || !isRoute(climb, more)) continue
    for (const token of inner) passed.add(token)
    edges = more
    taken.push(candidate)
  }
  if (taken.length < 2 || !isFresh(climb, `+${keyOf(edges.slice(support.edges.length))}`)) return undefined
  return attempt(climb, support, edges, withPrices(support, taken))
}

function isRoute({ work, legs }: Climb, edges: readonly CoreEdge[]): boolean {
  const { core } = work
  const shape = shapeOf(core, edges)
  return shape !== undefined && isAllowed(shape, edges.length, { ...core.task.limits, maxLegs: legs })
}

function withPrices({ prices }: Support, candidates: readonly Candidate[]): Float64Array {
  const more = prices.slice()
  for (const candidate of candidates) for (const [token, price] of candidate.prices) more[token] = price
  return more
}

/** One candidate more; where that alone does not pay, without what it has made superfluous. */
function added(climb: Climb, support: Support, candidate: Candidate): Support | undefined {
  let next = tryEdges(climb.work, [...support.edges, ...candidate.edges], withPrices(support, [candidate]))
  for (let ejection = 0; ejection < mostEjections && !isBetter(next, support); ejection += 1) {
    const worst = byGain(next).find((i) => !isOf(candidate, next.edges[i]))
    const loss = worst === undefined ? 0 : (next.gains[worst] ?? 0)
    if (loss >= 0 || next.value - loss <= support.value) return undefined
    const rest = connected(next.edges.filter((_, i) => i !== worst))
    if (rest.length === 0) return undefined
    next = tryEdges(climb.work, rest, next.prices)
  }
  return isBetter(next, support) ? next : undefined
}

interface Swap {
  readonly candidate: Candidate
  /** One of which has to go. */
  readonly removals: readonly Removal[]
}

/** At a limit: in place of what loses least, or nearly so: gains are of a leg alone, and others take over a part. */
function swapped(climb: Climb, support: Support, { candidate, removals }: Swap): Support | undefined {
  for (const { gone, loss } of removals) {
    if (loss >= candidate.gain) continue
    const edges = connected([...support.edges.filter((_, i) => !gone.includes(i)), ...candidate.edges])
    const better = attempt(climb, support, edges, withPrices(support, [candidate]))
    if (better !== undefined) return better
  }
  return undefined
}

/**
 * At a limit, where more may be looked at: with the candidate first, and then without what gains least beside it. It may
 * have taken over what two legs one after the other did, each of which seemed worth all that flows through them.
 */
function exchanged(climb: Climb, support: Support, candidate: Candidate): Support | undefined {
  if (climb.spared === undefined) return undefined
  let next = tryEdges(climb.work, [...support.edges, ...candidate.edges], withPrices(support, [candidate]))
  while (next.edges.length > climb.legs && next.value > support.value) {
    const worst = removalsOf(next, next.edges.length - climb.legs).find(
      ({ gone }) => !gone.some((i) => isOf(candidate, next.edges[i])),
    )
    const rest = next.edges.filter((_, i) => worst?.gone.includes(i) === false)
    if (rest.length === 0) return undefined
    next = tryEdges(climb.work, rest, next.prices)
  }
  return isBetter(next, support) && isRoute(climb, next.edges) ? next : undefined
}

/** By candidate what may go for it, worked out once for those of equal length; `undefined` where nothing has to. */
function openRoomFor({ work, legs, spared = 0 }: Climb, support: Support, shape: Shape) {
  const ways = shape.ways + 1 - work.core.task.limits.maxSplits
  const known = new Map<number, readonly Removal[]>()
  return ({ edges }: Candidate): readonly Removal[] | undefined => {
    const over = { legs: support.edges.length + edges.length - legs, ways }
    if (over.legs <= 0 && over.ways <= 0) return undefined
    const removals = known.get(edges.length) ?? removalsFor(support, over, spared)
    known.set(edges.length, removals)
    return removals
  }
}

/** The first of them that are enough, then with one of these spared for one of the next. */
function removalsFor(support: Support, over: Excess, spared: number): readonly Removal[] {
  const order = removalsOf(support, Math.max(1, over.legs))
  const taken = order.findIndex((_, i) => enough(order.slice(0, i + 1), over) !== undefined) + 1
  const first = order.slice(0, taken)
  const others = order
    .slice(taken, taken + spared)
    .flatMap((next) => first.map((_, i) => [next, ...first.toSpliced(taken - 1 - i, 1)]))
  return [first, ...others].flatMap((removals) => enough(removals, over) ?? [])
}

/** With another pool of the same pair for a leg that does not pay its gas. */
const replaced: Move = (climb, support) => {
  for (const [i, edge] of support.edges.entries()) {
    if ((support.gains[i] ?? 0) >= 0) continue
    const better = replaceOne(climb, support, edge)
    if (better !== undefined) return better
  }
  return undefined
}

function replaceOne(climb: Climb, support: Support, edge: CoreEdge): Support | undefined {
  const { core, banned } = climb.work
  const price = (support.prices[edge.a] ?? 0) / (support.prices[edge.b] ?? 1)
  const others = core.between[edge.a * core.tokens.length + edge.b]?.edges.filter(
    (other) =>
      !other.isShared && banned[other.index] === 0 && other.net >= 0.999 * price && !support.edges.includes(other),
  )
  const fresh = others?.filter((other) => isFresh(climb, `${edge.index}>${other.index}`)) ?? []
  for (const other of fresh.slice(0, mostReplacements)) {
    if (climb.work.spent >= climb.end) return undefined
    const edges = support.edges.map((e) => (e === edge ? other : e))
    const better = attempt(climb, support, edges, support.prices)
    if (better !== undefined) return better
  }
  return undefined
}
