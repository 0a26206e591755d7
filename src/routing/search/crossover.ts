/** Combines two routes that have both ended at the leg limit, in different ways. */

import { moveSupport } from './carry.ts'
import { climb } from './climb.ts'
import { type LocalOptimum, tokensOf } from './incumbent.ts'
import { climbTries, polish } from './restarts/explore.ts'
import { shrink } from './restarts/shrink.ts'
import { computeShape, isAllowed } from './route-shape.ts'
import { isBetter, type SearchState, type Support, tryEdges } from './support.ts'
import { type SearchWorkspace, startSearch } from './workspace.ts'

/** The best route made of legs of both and improved by a climb; the better of the two if none is better. */
export function crossover(workspace: SearchWorkspace, one: LocalOptimum, other: LocalOptimum): LocalOptimum {
  const [better, worse] = isBetter(other.support, one.support) ? [other, one] : [one, other]
  const extra = [...new Set([...tokensOf(better), ...tokensOf(worse), ...better.extra, ...worse.extra])]
  const work = startSearch(workspace, better.core.task, extra)
  const pair = [better, worse].map(({ core, support }) => moveSupport(work, core, support))
  const [first, second] = pair
  if (first === undefined || second === undefined) return better
  const support = buildChild(work, first, second)
  if (support === undefined || !isBetter(support, better.support)) return better
  return { ...better, core: work.core, extra, support }
}

function buildChild(state: SearchState, first: Support, second: Support): Support | undefined {
  const { limits } = state.core.task
  const added = second.edges.filter((edge) => !first.edges.includes(edge))
  if (added.length === 0) return undefined
  const prices = first.prices.map((price, token) => price || (second.prices[token] ?? 0))
  const union = tryEdges(state, [...first.edges, ...added], prices)
  if (!Number.isFinite(union.value)) return undefined
  const narrow = shrink(state, union, limits.maxLegs)
  if (narrow === undefined) return undefined
  const shape = computeShape(state.core, narrow.edges)
  if (shape === undefined || !isAllowed(shape, narrow.edges.length, limits)) return undefined
  const climbed = climb(state, narrow, { legs: limits.maxLegs, tries: climbTries, inBatches: false })
  return climbed.isWhole ? polish(state, climbed) : undefined
}
