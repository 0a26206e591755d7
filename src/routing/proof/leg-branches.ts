/**
 * Tightens the bound under a leg limit. With fees of tokens (`leg-dual.ts`) mostly a few edges remain of which the bound
 * counts a part of a leg; a route uses such an edge or not, so this branches on them one by one.
 */

import { f64, i32 } from '#math/typed'
import { computeArbitrage } from './arbitrage.ts'
import { exploreBestFirst, type SearchNode } from './best-first.ts'
import { type CoreEdges, forEachEdge, gatherEdges } from './core-edges.ts'
import { extendPrices } from './extend-prices.ts'
import type { LegBound } from './leg-bound.ts'
import { createLegDual, type LegDual } from './leg-dual.ts'
import { type DecidedEdges, type LegDualPoint, type LegPart, layoutOf, type TokenExcess } from './leg-point.ts'
import type { ProofState } from './proof-state.ts'
import type { Scope } from './scope.ts'
import { maxCoreTokens } from './smooth-bound.ts'
import { createSmoothLegDual, type LegSmoothing, type SmoothLegDual } from './smooth-leg-dual.ts'
import { legBranchesTuning } from './tuning.ts'

const { first, again, node, minGainPart, maxRounds, search } = legBranchesTuning

const undecided: DecidedEdges = new Map()

/** The dual over the tokens that have fees, and a point of it. */
interface LegProblem {
  readonly scope: Scope
  readonly core: CoreEdges
  readonly dual: LegDual
  readonly smooth: SmoothLegDual
  readonly at: LegDualPoint
  readonly bound: number
}

/**
 * Upper bound on the net output of any route of at most `maxLegs` legs, at least `min`.
 * @param legs the bound by a leg price alone
 */
export function boundByLegBranches(
  state: ProofState,
  legs: LegBound,
  { min, enough }: { readonly min: number; readonly enough: number },
): number {
  let problem = solveRoot(state, gatherTokens(state, legs), createStart(state, legs), first)
  let bound = lower(legs.bound, problem.bound)
  for (let round = 1; round < maxRounds && bound > enough; round += 1) {
    const outside = problem.dual.listOutsideTokens()
    if (round > 1 && outside.length === 0) break
    const tokens = [...new Set([...problem.core.tokens, ...outside])].slice(0, maxCoreTokens)
    problem = solveRoot(state, tokens, problem, again)
    bound = lower(bound, problem.bound)
  }
  if (bound <= enough) return Math.max(bound, min)
  const { at, smooth } = problem
  const root = { decided: undecided, at, bound, next: selectEdge(smooth.listParts(at)) }
  return exploreBestFirst(root, { before: bound, min, enough }, search, (above) => branchOn(problem, above))
}

/** The lower of two bounds; one that is NaN proves nothing. */
const lower = (bound: number, other: number): number => (other < bound ? other : bound)

type Start = Pick<LegProblem, 'at'> & { readonly core: Pick<CoreEdges, 'tokens'>; readonly dual?: LegDual }

function createStart({ core: { tokens } }: ProofState, { prices, legPrice }: LegBound): Start {
  const { size, legPrice: place } = layoutOf(tokens.length)
  const at = new Float64Array(size)
  tokens.forEach((token, i) => {
    at[i] = Math.log(prices.get(token) ?? 1)
  })
  at[place] = legPrice
  return { core: { tokens }, at }
}

/** The tokens around which an edge gains about what a leg costs, at the prices of the bound by a leg price alone. */
function gatherTokens({ scope, core }: ProofState, { prices, legPrice }: LegBound): readonly number[] {
  const near = new Set(core.tokens.slice(0, 2))
  forEachEdge(core, (place, a, b) => {
    const [from, to] = [core.tokens[a] ?? 0, core.tokens[b] ?? 0]
    const gain = computeArbitrage(scope, i32(core.edge, place), prices.get(from) ?? 0, prices.get(to) ?? 0)
    if (gain - f64(core.cost, place) > minGainPart * legPrice) near.add(from).add(to)
  })
  return [...near]
}

function solveRoot(state: ProofState, tokens: readonly number[], start: Start, smoothing: LegSmoothing): LegProblem {
  const { scope, workspace } = state
  const core = gatherEdges(scope, tokens)
  const at = movePoint(start, tokens, workspace.prices)
  const excess = moveExcess(start, tokens)
  const smooth = createSmoothLegDual(scope, core, excess)
  smooth.minimize(at, undecided, smoothing)
  extendPrices({ ...state, core, prices: at.slice(0, tokens.length).map(Math.exp) })
  const dual = createLegDual({ scope, tokens, prices: workspace.prices, excess })
  return { scope, core, dual, smooth, at, bound: dual.evaluate(at, undecided) }
}

/** The point over other tokens; those that are new have prices in the workspace, and no fees. */
function movePoint({ core, at }: Start, tokens: readonly number[], prices: Float64Array): LegDualPoint {
  const [before, after] = [layoutOf(core.tokens.length), layoutOf(tokens.length)]
  const moved = new Float64Array(after.size)
  moved[after.legPrice] = f64(at, before.legPrice)
  tokens.forEach((token, place) => {
    const known = core.tokens.indexOf(token)
    moved[place] = known < 0 ? Math.log(f64(prices, token)) : f64(at, known)
    moved[after.entryFee + place] = known < 0 ? 0 : f64(at, before.entryFee + known)
    moved[after.exitFee + place] = known < 0 ? 0 : f64(at, before.exitFee + known)
  })
  return moved
}

function moveExcess({ core, dual }: Start, tokens: readonly number[]): TokenExcess {
  const excess = dual?.getExcess()
  return Float64Array.from(tokens, (token) => excess?.[core.tokens.indexOf(token)] ?? 0)
}

interface LegNode extends SearchNode {
  readonly decided: DecidedEdges
  readonly at: LegDualPoint
}

/** Branches into routes that use an edge, and so no other one of its pool, and routes that do not. */
function branchOn(problem: LegProblem, { decided, at, bound, next }: LegNode): readonly LegNode[] {
  const rivals = listRivals(problem.scope, next).map((edge) => [edge, 'barred'] as const)
  const using: DecidedEdges = new Map([...decided, ...rivals, [next, 'used']])
  const barring: DecidedEdges = new Map([...decided, [next, 'barred']])
  return [using, barring].map((below) => evaluateNode(problem, below, at, bound))
}

function listRivals({ index: { book }, special }: Scope, edge: number): readonly number[] {
  const family = i32(book.siblings, edge) > 2 ? special.shared.get(i32(book.pool, edge)) : undefined
  return family?.filter((one) => one !== edge) ?? []
}

/** @param above a bound on the node's routes */
function evaluateNode({ dual, smooth }: LegProblem, decided: DecidedEdges, from: LegDualPoint, above: number): LegNode {
  const at = from.slice()
  smooth.minimize(at, decided, node)
  const bound = lower(lower(above, dual.evaluate(from, decided)), dual.evaluate(at, decided))
  return { decided, at, bound, next: selectEdge(smooth.listParts(at)) }
}

/**
 * The edge whose branches should tighten the bound most; −1 if none counts in part. Using it costs the rest of a leg,
 * barring it moves the value that flows over its part to other edges.
 */
function selectEdge(parts: readonly LegPart[]): number {
  let [next, max] = [-1, 0]
  for (const { edge, part, cost, given } of parts) {
    const score = (1 - part) * Math.max(0, cost) * part * given
    if (score > max) [next, max] = [edge, score]
  }
  return next
}
