import { moveSupport } from './carry.ts'
import { climb } from './climb.ts'
import { type LocalOptimum, tokensOf } from './incumbent.ts'
import { climbTries, extraRemovals } from './restarts/explore.ts'
import { shrink } from './restarts/shrink.ts'
import { computeShape, isAllowed } from './route-shape.ts'
import { search } from './search.ts'
import { isBetter } from './support.ts'
import { type SearchWorkspace, startSearch } from './workspace.ts'

/** Parts of the proven leg price to try: higher-priced legs make shorter routes. */
const legPriceParts = [0.7, 1, 1.4, 2]
/** Multiple of the leg limit that routes may have while legs are priced. */
const widerLegs = 2

/**
 * For a route at the leg limit: the best of further searches in which every leg has a price in addition to its gas.
 * Routes then approach the limit on their own, and single moves lead further than against a hard limit.
 * @param legPrice what the leg limit costs per leg, in the output token
 */
export function searchWithLegPrice(
  workspace: SearchWorkspace,
  before: LocalOptimum,
  legPrice: number,
): LocalOptimum | undefined {
  let best: LocalOptimum | undefined
  for (const part of legPriceParts) {
    const found = searchAtLegPrice(workspace, before, legPrice * part)
    if (found !== undefined && (best === undefined || isBetter(found.support, best.support))) best = found
  }
  return best
}

function searchAtLegPrice(
  workspace: SearchWorkspace,
  before: LocalOptimum,
  legPrice: number,
): LocalOptimum | undefined {
  const { task } = before.core
  const { maxLegs } = task.limits
  const limits = { ...task.limits, maxLegs: widerLegs * maxLegs }
  const searched = search(workspace, { ...task, limits, legPrice }, before.extra)
  if (searched === undefined) return undefined
  const extra = [...new Set([...tokensOf(searched), ...searched.extra])]
  const work = startSearch(workspace, task, extra)
  const moved = moveSupport(work, searched.core, searched.support)
  const narrow = moved && shrink(work, moved, maxLegs)
  const shape = narrow && computeShape(work.core, narrow.edges)
  if (shape === undefined || !isAllowed(shape, narrow?.edges.length ?? 0, task.limits)) return undefined
  const support =
    narrow && climb(work, narrow, { legs: maxLegs, tries: climbTries, inBatches: false, extraRemovals: extraRemovals })
  return support?.isWhole === true ? { ...before, core: work.core, extra, support } : undefined
}
