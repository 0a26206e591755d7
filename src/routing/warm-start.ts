/** Chooses how to search for a request: not at all if a proof allows it, from an earlier route, or from nothing. */

import type { Task } from '#routing/index/task'
import type { Certificate } from '#routing/proof/certify'
import { type Incumbent, type LocalOptimum, toIncumbent } from '#routing/search/incumbent'
import { continueClimb, ruinOnce } from '#routing/search/search'
import { type ResumedSearch, resumeWithProof, type SolverContext, solve, toImprovedSearch } from './solve.ts'
import { warmStartTuning } from './tuning.ts'

export interface SearchContext extends SolverContext {
  readonly cache: WarmStartCache
}

export interface SearchOutcome {
  /** Whether the earlier route was only proven again, climbed from, searched on from, or not used. */
  readonly by: 'proof' | 'climb' | 'search' | 'start'
  readonly last: WarmStart | undefined
  readonly optimum: LocalOptimum | undefined
  readonly found: Incumbent | undefined
  /** The upper bound on any route, if it was proven before the search. */
  readonly certificate: Certificate | undefined
}

const {
  acceptableGapPpm,
  unchangedGapPpm,
  climbGapPpm,
  climbGapPart,
  restartGapPpm,
  restartGapPart,
  maxGapPpm,
  similarGapFactor,
  maxEntries,
} = warmStartTuning

/** Starts from where the last search for the pair ended, if there was one. */
export function searchWarm(context: SearchContext, task: Task): SearchOutcome {
  const last = context.cache.recall(task)
  if (last === undefined) return searchCold(context, task)
  const resumed = resumeWithProof(context, task, last.found)
  if (resumed === undefined) return { ...searchCold(context, task, last.found), by: 'search', last }
  const isNear = createGapCheck(resumed, last)
  if (isNear(resumed.found.net, unchangedGapPpm)) return { ...resumed, by: 'proof', last }
  const climbed = continueClimb(context.workspace, resumed.optimum)
  if (isNear(climbed.support.value, climbGapPpm, climbGapPart))
    return { ...toImprovedSearch(context, resumed, climbed), by: 'climb', last }
  return { ...toImprovedSearch(context, resumed, ruinOnce(context.workspace, climbed)), by: 'search', last }
}

/**
 * Whether a route of some net output needs no further search: its gap is acceptable, or similar to that of the last
 * search.
 */
function createGapCheck({ certificate }: ResumedSearch, last: WarmStart) {
  return (net: number, morePpm: number, morePart = 0): boolean => {
    // a route that gives less than its gas may be far from the best however close the two numbers are
    if (!(net > 0)) return false
    const isSure = certificate.upperBound - net <= scalePpm(acceptableGapPpm, net)
    const more = Math.max(scalePpm(morePpm, net), morePart * (last.lastGap ?? 0))
    return isSure || isSimilarGap(last.lastGap, certificate.rootBound - net, more)
  }
}

/** @param last unusable as a start, but it names tokens that were useful */
function searchCold(context: SearchContext, task: Task, last?: Incumbent): SearchOutcome {
  const searched = solve(context, task, last)
  return {
    by: 'start',
    last: undefined,
    optimum: searched,
    found: searched && toIncumbent(context.workspace, searched),
    certificate: undefined,
  }
}

/**
 * A cold start to compare with a warm-started result. It ranks tokens by the prices of this block alone, as a first search
 * does: where pools disagree, those of earlier blocks lead to another core. Without the long tail of a first search: most
 * restarts find nothing better.
 * @param proven the earlier route's certificate, from which the proof continues
 */
export function restartSearch(
  { workspace, proofs }: SearchContext,
  task: Task,
  proven: Certificate | undefined,
): SearchOutcome {
  const current = { ...workspace, fields: workspace.currentFields }
  const searched = solve({ workspace: current, proofs }, { ...task, effort: 'quick' })
  const found = searched && { ...toIncumbent(workspace, searched), proven }
  return { by: 'start', last: undefined, optimum: searched, found, certificate: undefined }
}

/**
 * Whether the gap is much wider than after the last cold start, or so much narrower that the market is another one.
 */
export function needsRestart({ last, found }: SearchOutcome, certificate: Certificate | undefined): boolean {
  if (found === undefined || certificate === undefined || last?.coldStartGap === undefined) return false
  const open = computeGap(found, certificate)
  const little = scalePpm(restartGapPpm, found.net)
  const isMuch = open > scalePpm(maxGapPpm, found.net)
  return (
    isMuch || (open > little && !isSimilarGap(last.coldStartGap, open, little + restartGapPart * last.coldStartGap))
  )
}

/** Stores a result for later blocks, with its proven gap. */
export function rememberOutcome(
  { cache }: Pick<SearchContext, 'cache'>,
  task: Task,
  { by, last, found, certificate }: SearchOutcome,
): void {
  if (found === undefined) return
  const open = certificate && computeGap(found, certificate)
  cache.keep(task, {
    ...(open === undefined ? last : updateGaps(by, last, open)),
    found: { ...found, proven: certificate ?? found.proven },
  })
}

function updateGaps(by: SearchOutcome['by'], last: WarmStart | undefined, now: number): GapHistory {
  const { lastGap: open = now, coldStartGap: coldGap = now } = last ?? {}
  return {
    lastGap: by === 'proof' || by === 'climb' ? Math.min(open, now) : now,
    coldStartGap: by !== 'start' ? coldGap : isSimilarGap(coldGap, now, now) ? Math.max(coldGap, now) : now,
  }
}

const isSimilarGap = (before: number | undefined, now: number, little: number): boolean =>
  before !== undefined && now <= before + little && now * similarGapFactor >= before

/** In the output token, before branching: only a first proof branches. */
const computeGap = ({ net }: Incumbent, { rootBound }: Certificate): number => rootBound - net

const scalePpm = (count: number, net: number): number => count * 1e-6 * Math.max(0, net)

/** Results by pair, from which searches in later blocks start. */
export interface WarmStartCache {
  /**
   * The result of an earlier block for about this amount, or the nearest amount stored, under the same limits. Results
   * within a block are independent of each other, so those of the current block are ignored.
   */
  recall(task: Task): WarmStart | undefined
  keep(task: Task, remembered: WarmStart): void
  /** Starts the next block: the results stored until now become recallable. */
  age(): void
}

export interface WarmStart extends GapHistory {
  readonly found: Incumbent
}

/**
 * Proven gaps, in the output token. `coldStartGap`: after the last cold start, or the largest since if restarts found
 * nothing better. `lastGap`: after the last search that continued from there. Absent if there was none.
 */
export interface GapHistory {
  readonly coldStartGap?: number | undefined
  readonly lastGap?: number | undefined
}

export function createWarmStartCache(): WarmStartCache {
  const before = new Map<string, CachedWarmStart>()
  const now = new Map<string, CachedWarmStart>()
  return {
    recall(task) {
      for (const step of nearbySteps) {
        const kept = before.get(keyOf(task, step))
        if (kept !== undefined) return scaleGaps(kept, task.amount)
      }
      return undefined
    },
    keep: (task, remembered) => void now.set(keyOf(task), { ...remembered, amount: task.amount }),
    age() {
      for (const [key, remembered] of now) {
        before.delete(key)
        before.set(key, remembered)
      }
      now.clear()
      for (const key of [...before.keys()].slice(0, -maxEntries)) before.delete(key)
    },
  }
}

interface CachedWarmStart extends WarmStart {
  readonly amount: number
}

/** A gap may grow in proportion to the amount, or be constant if gas causes it; the smaller of the two is assumed. */
function scaleGaps({ amount, found, lastGap: open, coldStartGap: coldGap }: CachedWarmStart, to: number): WarmStart {
  const part = Math.min(1, to / amount)
  return { found, lastGap: open && open * part, coldStartGap: coldGap && coldGap * part }
}

/**
 * Amounts within a factor of four of each other, under the same limits: a route found under others leads to a dead end.
 */
const keyOf = ({ source, target, amount, limits: { maxHops, maxSplits, maxLegs } }: Task, step = 0): string =>
  `${source} ${target} ${maxHops} ${maxSplits} ${maxLegs} ${Math.round(Math.log2(amount) / 2) + step}`

/** Fallback sizes: the next smaller one, the next larger one, and so on, up to a factor of about four thousand. */
const nearbySteps = [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6]
