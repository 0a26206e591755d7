/** Two routes made one, where each has ended at the limit of legs on its own way. */
import { shrink } from './cap.ts'
import { movedTo } from './carry.ts'
import { climb } from './climb.ts'
import { climbTries, polish } from './explore.ts'
import { type Searched, tokensOf } from './found.ts'
import { openWork, type Room } from './room.ts'
import { isAllowed, shapeOf } from './shape.ts'
import { isBetter, type Support, tryEdges, type Work } from './support.ts'

/** The best route that is made of legs of both, and climbs from there; the better of the two where none is. */
export function crossed(room: Room, one: Searched, other: Searched): Searched {
  const [better, worse] = isBetter(other.support, one.support) ? [other, one] : [one, other]
  const extra = [...new Set([...tokensOf(better), ...tokensOf(worse), ...better.extra, ...worse.extra])]
  const work = openWork(room, better.core.task, extra)
  const pair = [better, worse].map(({ core, support }) => movedTo(work, core, support))
  const [first, second] = pair
  if (first === undefined || second === undefined) return better
  const support = child(work, first, second)
  if (support === undefined || !isBetter(support, better.support)) return better
  return { ...better, core: work.core, extra, support }
}

function child(work: Work, first: Support, second: Support): Support | undefined {
  const { limits } = work.core.task
  const added = second.edges.filter((edge) => !first.edges.includes(edge))
  if (added.length === 0) return undefined
  const prices = first.prices.map((price, token) => price || (second.prices[token] ?? 0))
  const union = tryEdges(work, [...first.edges, ...added], prices)
  if (!Number.isFinite(union.value)) return undefined
  const narrow = shrink(work, union, limits.maxLegs)
  if (narrow === undefined) return undefined
  const shape = shapeOf(work.core, narrow.edges)
  if (shape === undefined || !isAllowed(shape, narrow.edges.length, limits)) return undefined
  const climbed = climb(work, narrow, { legs: limits.maxLegs, tries: climbTries, inBatches: false })
  return climbed.isWhole ? polish(work, climbed) : undefined
}
