import { f64, i32 } from '#math/typed'
import { forEachPair, listEdges } from '#routing/index/pair-graph'
import { type CoreEdges, filterEdges, gatherEdges } from './core-edges.ts'
import type { ProofState } from './proof-state.ts'
import { isTradablePair, type Scope } from './scope.ts'
import { computeDistances, createShortfalls, type Shortfalls } from './shortfall.ts'
import { maxCoreTokens } from './smooth-bound.ts'
import { nearEdgesTuning } from './tuning.ts'

const { maxEdges } = nearEdgesTuning

/**
 * The edges that a route may use which gives more than the bound less `radius`. Such a route contains a path over each
 * of its edges from the input to the output token, and the shortfall of that path comes off the bound.
 *
 * The workspace holds the prices of the bound.
 * @returns `undefined` if there are too many to branch over
 */
export function gatherCoreWithin(state: ProofState, radius: number): CoreEdges | undefined {
  const { scope, workspace } = state
  const { from, to } = scope.index.book
  const near = findEdgesWithin(state, radius)
  if (near === undefined) return undefined
  const tokens = new Set([scope.task.source, scope.task.target])
  for (const edge of near) tokens.add(i32(from, edge)).add(i32(to, edge))
  if (tokens.size > maxCoreTokens) return undefined
  for (const token of tokens) if (!(f64(workspace.prices, token) > 0)) return undefined
  const whole = gatherEdges(scope, [...tokens])
  return filterEdges(scope, whole, (place) => near.has(i32(whole.edge, place)))
}

/**
 * On a path shorter than the radius, no token is half of it or more from both ends. So neither end is explored further
 * than that, and tokens not reached are at least that far.
 */
function findEdgesWithin({ workspace, scope }: ProofState, radius: number): ReadonlySet<number> | undefined {
  const { source, target } = scope.task
  const half = radius / 2
  const shortfalls = createShortfalls(workspace.shortfalls, scope, workspace.prices)
  const before = computeDistances(workspace.dijkstra, scope, shortfalls, {
    origin: source,
    direction: 'onward',
    radius: half,
  })
  const behind = computeDistances(workspace.dijkstra, scope, shortfalls, {
    origin: target,
    direction: 'back',
    radius: half,
  })
  const near = new Set<number>()
  for (const token of new Set([...before.keys(), ...behind.keys()])) {
    const left = radius - (before.get(token) ?? half)
    forEachPair(scope.index.pairs, 'onward', scope.branches, token, (pair, other) => {
      if (near.size > maxEdges) return
      const rest = behind.get(other) ?? (before.has(other) ? half : radius)
      addEdges(near, scope, pair, { shortfalls, left: left - rest })
    })
    if (near.size > maxEdges) return undefined
  }
  return near
}

interface EdgeAllowance {
  readonly shortfalls: Shortfalls
  /** Maximum shortfall of an edge. */
  readonly left: number
}

function addEdges(near: Set<number>, scope: Scope, pair: number, { shortfalls, left }: EdgeAllowance): void {
  const { pairs, book } = scope.index
  if (left <= 0 || !isTradablePair(scope, pair) || shortfalls.ofPair(pair) >= left) return
  for (const edge of listEdges(pairs, pair)) {
    const isEmpty = i32(book.first, edge) === i32(book.last, edge)
    if (!isEmpty && shortfalls.ofEdge(edge) < left) near.add(edge)
  }
}
