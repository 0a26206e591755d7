import { shrink } from './cap.ts'
import { movedTo } from './carry.ts'
import { climb } from './climb.ts'
import { climbTries, spared } from './explore.ts'
import { type Searched, tokensOf } from './found.ts'
import { openWork, type Room } from './room.ts'
import { search } from './search.ts'
import { isAllowed, shapeOf } from './shape.ts'
import { isBetter } from './support.ts'

/** Of what a leg is worth by the proof: dearer legs make routes of fewer. */
const parts = [0.7, 1, 1.4, 2]
/** Times the limit that routes may have while legs have a price. */
const wider = 2

/**
 * For a route at the limit of its legs, the best of other searches: where every leg has a price beside its gas, routes come
 * to about the limit by themselves, and single moves lead further than they do against it.
 * @param legPrice what the limit of legs costs for every leg of it, in the bought token
 */
export function searchPriced(room: Room, before: Searched, legPrice: number): Searched | undefined {
  let best: Searched | undefined
  for (const part of parts) {
    const found = searchAt(room, before, legPrice * part)
    if (found !== undefined && (best === undefined || isBetter(found.support, best.support))) best = found
  }
  return best
}

function searchAt(room: Room, before: Searched, legPrice: number): Searched | undefined {
  const { task } = before.core
  const { maxLegs } = task.limits
  const limits = { ...task.limits, maxLegs: wider * maxLegs }
  const searched = search(room, { ...task, limits, legPrice }, before.extra)
  if (searched === undefined) return undefined
  const extra = [...new Set([...tokensOf(searched), ...searched.extra])]
  const work = openWork(room, task, extra)
  const moved = movedTo(work, searched.core, searched.support)
  const narrow = moved && shrink(work, moved, maxLegs)
  const shape = narrow && shapeOf(work.core, narrow.edges)
  if (shape === undefined || !isAllowed(shape, narrow?.edges.length ?? 0, task.limits)) return undefined
  const support = narrow && climb(work, narrow, { legs: maxLegs, tries: climbTries, inBatches: false, spared })
  return support?.isWhole === true ? { ...before, core: work.core, extra, support } : undefined
}
