import { without } from './cap.ts'
import { climb } from './climb.ts'
import type { CoreEdge } from './core.ts'
import { byGain, isBetter, type Support, type Work } from './support.ts'

const tries = 60
const tokenTries = 200
/** Supports of up to so many legs are worth a second and a third look without the legs that the first one brought in. */
const small = 12

export interface RuinLimits {
  readonly legs: number
  readonly passes: number
  /** When to give up, in supports valued. */
  readonly end: number
  /** Whether one look at each leg is enough. */
  readonly isQuick?: boolean
  /** As climbs take it. */
  readonly spared?: number
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

function firstBetter(work: Work, support: Support, { legs, end, isQuick = false, spared = 0 }: RuinLimits) {
  for (const position of byGain(support)) {
    if (work.spent > end) return undefined
    const ruined = without(work, support, [position])
    if (ruined === undefined) continue
    const better = recreate(work, support, {
      ruined,
      removed: support.edges[position] as CoreEdge,
      legs,
      isQuick,
      spared,
    })
    if (better !== undefined) return better
  }
  return undefined
}

interface Ruin {
  readonly ruined: Support
  readonly removed: CoreEdge
  readonly legs: number
  readonly isQuick: boolean
  readonly spared: number
}

function recreate(work: Work, support: Support, { ruined, removed, legs, isQuick, spared }: Ruin): Support | undefined {
  const banned = [removed]
  const rounds = support.edges.length <= small && !isQuick ? 3 : 1
  for (let round = 0; round < rounds; round += 1) {
    for (const edge of banned) work.banned[edge.index] = 1
    const found = climb(work, ruined, { legs, tries, inBatches: false, spared })
    for (const edge of banned) work.banned[edge.index] = 0
    if (isBetter(found, support)) {
      const better = climb(work, found, { legs, tries, inBatches: false, spared })
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

/**
 * The larger ruin, for routes at the limit of their legs: takes out all that passes one token, searches without that token
 * and then with it again. `undefined` where no token leads to anything better.
 */
export function ruinByToken(work: Work, support: Support, limits: Pick<RuinLimits, 'legs'>): Support | undefined {
  const tokens = new Set(support.edges.flatMap(({ a, b }) => [a, b]).filter((token) => token > 1))
  let best = support
  for (const token of tokens) {
    const passing = [...support.edges.keys()].filter((i) => passes(support.edges[i] as CoreEdge, token))
    const ruined = without(work, support, passing)
    if (ruined === undefined) continue
    const found = aroundToken(work, ruined, token, limits)
    if (found.isWhole && isBetter(found, best)) best = found
  }
  return best === support ? undefined : best
}

const passes = ({ a, b }: CoreEdge, token: number) => a === token || b === token

function aroundToken(work: Work, ruined: Support, token: number, { legs }: Pick<RuinLimits, 'legs'>): Support {
  const banned = work.core.edges.filter((edge) => passes(edge, token))
  for (const { index } of banned) work.banned[index] = 1
  const around = climb(work, ruined, { legs, tries: tokenTries, inBatches: false })
  for (const { index } of banned) work.banned[index] = 0
  return climb(work, around, { legs, tries: tokenTries, inBatches: false })
}
