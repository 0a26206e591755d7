import { without } from './cap.ts'
import { climb } from './climb.ts'
import type { CoreEdge } from './core.ts'
import { byGain, isBetter, type Support, type Work } from './support.ts'

const tries = 60
/** Supports of up to so many legs are worth a second and a third look without the legs that the first one brought in. */
const small = 12

/**
 * Ruin and recreate: removes one leg and what hangs on it, forbids it and searches again; the legs that gain least come
 * first. Finds what no single move does, and cures routes of middle size.
 * @param end when to give up, in supports valued
 */
export function ruinAndRecreate(
  work: Work,
  start: Support,
  limits: { readonly legs: number; readonly passes: number; readonly end: number },
): Support {
  let support = start
  for (let pass = 0; pass < limits.passes; pass += 1) {
    const better = firstBetter(work, support, limits)
    if (better === undefined) return support
    support = better
  }
  return support
}

function firstBetter(work: Work, support: Support, { legs, end }: { readonly legs: number; readonly end: number }) {
  for (const position of byGain(support)) {
    if (work.spent > end) return undefined
    const ruined = without(work, support, [position])
    if (ruined === undefined) continue
    const better = recreate(work, support, { ruined, removed: support.edges[position] as CoreEdge, legs })
    if (better !== undefined) return better
  }
  return undefined
}

interface Ruin {
  readonly ruined: Support
  readonly removed: CoreEdge
  readonly legs: number
}

function recreate(work: Work, support: Support, { ruined, removed, legs }: Ruin): Support | undefined {
  const banned = [removed]
  const rounds = support.edges.length <= small ? 3 : 1
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
