import { without } from './cap.ts'
import { climb } from './climb.ts'
import type { CoreEdge } from './core.ts'
import { byGain, isBetter, type Support, type Work } from './support.ts'

const tries = 60
/** Supports of up to so many legs are worth a second and a third look without the legs that the first one brought in. */
const small = 12

export interface RuinLimits {
  readonly legs: number
  readonly passes: number
  /** When to give up, in supports valued. */
  readonly end: number
  /** Whether one look at each leg is enough. */
  readonly isQuick?: boolean
}

/**
 * Ruin and recreate: removes one leg and what hangs on it, forbids it and searches again; the legs that gain least come
 * first. Finds what no single move does, and cures routes of middle size.
 */
export function ruinAndRecreate(work: Work, start: Support, limits: RuinLimits): Support {
  let support = start
  for (let pass = 0; pass < limits.passes; pass += 1) {
    const better = firstBetter(work, support, limits)
    if (better === undefined) return support
    support = better
  }
  return support
}

function firstBetter(work: Work, support: Support, { legs, end, isQuick = false }: RuinLimits) {
  for (const position of byGain(support)) {
    if (work.spent > end) return undefined
    const ruined = without(work, support, [position])
    if (ruined === undefined) continue
    const better = recreate(work, support, { ruined, removed: support.edges[position] as CoreEdge, legs, isQuick })
    if (better !== undefined) return better
  }
  return undefined
}

interface Ruin {
  readonly ruined: Support
  readonly removed: CoreEdge
  readonly legs: number
  readonly isQuick: boolean
}

function recreate(work: Work, support: Support, { ruined, removed, legs, isQuick }: Ruin): Support | undefined {
  const banned = [removed]
  const rounds = support.edges.length <= small && !isQuick ? 3 : 1
  for (let round = 0; round < rounds; round += 1) {
    for (const edge of banned) work.banned[edge.index] = 1
    const found = climb(work, ruined, { legs, tries, inBatches: false })
    for (const edge of banned) work.banned[edge.index] = 0
    if (isBetter(found, support)) {
      const better = climb(work, found, { legs, tries, inBatches: false })
      return better.isWhole ? better : undefined
    }
    const brought = strongestOf(found, support)
    if (brought === undefined) return undefined
    banned.push(brought)
  }
  return undefined
}

/** Of the legs that one support has and the other has not, the one that carries most. */
function strongestOf(found: Support, than: Support): CoreEdge | undefined {
  let best: CoreEdge | undefined
  let most = Number.NEGATIVE_INFINITY
  found.edges.forEach((edge, i) => {
    const gross = edge.cost + (found.gains[i] ?? 0)
    if (than.edges.includes(edge) || gross <= most) return
    best = edge
    most = gross
  })
  return best
}
