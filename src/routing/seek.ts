/** How a question is searched for: not at all where a proof says so, from an earlier route, or from nothing. */
import type { Certificate } from './bound/certify.ts'
import type { Marks, Memory, Remembered } from './memory.ts'
import { foundBy } from './search/carry.ts'
import type { Found, Searched } from './search/found.ts'
import { climbOn, ruinOn, search } from './search/search.ts'
import type { Task } from './search/task.ts'
import { improved, type Resumed, resumeProven, type Solving, solve } from './solve.ts'

export interface Seeking extends Solving {
  readonly memory: Memory
}

export interface Sought {
  /** Whether the earlier route was only proven anew, climbed from, searched on from, or not looked at. */
  readonly by: 'proof' | 'climb' | 'search' | 'start'
  readonly last: Remembered | undefined
  readonly searched: Searched | undefined
  readonly found: Found | undefined
  /** What no route exceeds, where it came before the search. */
  readonly certificate: Certificate | undefined
}

/** A route that is proven to be as near to the best as this, in millionths, is not searched any further. */
const surePpm = 20
/** So little more left open than where the last search ended is no sign of anything better. */
const stillPpm = 5
/** So little more, or a fifth, after a climb is none either: nineteen of twenty looks at every leg find nothing more. */
const climbedPpm = 100
const climbedPart = 0.2
/**
 * So much more left open than where the search last began anew, and half as much again: it may have gone astray, and begins
 * anew. Of 205 answers doubted from 300 on, three gained more than a basis point, all of them with more than six left open.
 */
const doubtPpm = 500
const doubtPart = 0.5
/** So much left open is never taken for granted: one percent is worth another search. */
const muchPpm = 10_000

/** From where the last search for the pair ended, if there was one. */
export function seek(seeking: Seeking, task: Task): Sought {
  const last = seeking.memory.recall(task)
  if (last === undefined) return seekAnew(seeking, task)
  const resumed = resumeProven(seeking, task, last.found)
  if (resumed === undefined) return { ...seekAnew(seeking, task, last.found), by: 'search', last }
  const isNear = nearness(resumed, last)
  if (isNear(resumed.found.net, stillPpm)) return { ...resumed, by: 'proof', last }
  const climbed = climbOn(seeking.room, resumed.searched)
  if (isNear(climbed.support.value, climbedPpm, climbedPart))
    return { ...improved(seeking, resumed, climbed), by: 'climb', last }
  return { ...improved(seeking, resumed, ruinOn(seeking.room, climbed)), by: 'search', last }
}

/** Whether a route of so much need not be searched any further: it is near to what is proven, or as near as the last search came. */
function nearness({ certificate }: Resumed, last: Remembered) {
  return (net: number, morePpm: number, morePart = 0): boolean => {
    // what gives less than its gas may be far from the best however near the two numbers are
    if (!(net > 0)) return false
    const isSure = certificate.upperBound - net <= millionths(surePpm, net)
    const more = Math.max(millionths(morePpm, net), morePart * (last.open ?? 0))
    return isSure || isLike(last.open, certificate.unasked - net, more)
  }
}

/** @param last what does not serve as a start, but tells which tokens were of use */
function seekAnew(seeking: Seeking, task: Task, last?: Found): Sought {
  const searched = solve(seeking, task, last)
  return {
    by: 'start',
    last: undefined,
    searched,
    found: searched && foundBy(seeking.room, searched),
    certificate: undefined,
  }
}

/**
 * Beside what an earlier route led to: by the search alone, without what makes the last of a route at the limit of legs.
 * @param proven of the earlier route: the proof goes on from there
 */
export function seekBeside({ room }: Seeking, task: Task, proven: Certificate | undefined): Sought {
  const searched = search(room, task)
  const found = searched && { ...foundBy(room, searched), proven }
  return { by: 'start', last: undefined, searched, found, certificate: undefined }
}

/** Whether what was found is further from its proof than where the search last began anew, or that was in another market. */
export function isDoubtful({ last, found }: Sought, certificate: Certificate | undefined): boolean {
  if (found === undefined || certificate === undefined || last?.openAnew === undefined) return false
  const open = openOf(found, certificate)
  const little = millionths(doubtPpm, found.net)
  const isMuch = open > millionths(muchPpm, found.net)
  return isMuch || (open > little && !isLike(last.openAnew, open, little + doubtPart * last.openAnew))
}

/** Keeps what was found for later blocks, with what its proof left open. */
export function remember(
  { memory }: Pick<Seeking, 'memory'>,
  task: Task,
  { by, last, found, certificate }: Sought,
): void {
  if (found === undefined) return
  const open = certificate && openOf(found, certificate)
  memory.keep(task, {
    ...(open === undefined ? last : marks(by, last, open)),
    found: { ...found, proven: certificate ?? found.proven },
  })
}

function marks(by: Sought['by'], last: Remembered | undefined, now: number): Marks {
  const { open = now, openAnew = now } = last ?? {}
  return {
    open: by === 'proof' || by === 'climb' ? Math.min(open, now) : now,
    openAnew: by !== 'start' ? openAnew : isLike(openAnew, now, now) ? Math.max(openAnew, now) : now,
  }
}

/** How many times as much may have been left open before where it is still the same: circles that gain something come and go. */
const alike = 2

const isLike = (before: number | undefined, now: number, little: number): boolean =>
  before !== undefined && now <= before + little && now * alike >= before

/** In the bought token, without questions of single pools, as only a first proof puts them. */
const openOf = ({ net }: Found, { unasked }: Certificate): number => unasked - net

const millionths = (count: number, net: number): number => count * 1e-6 * Math.max(0, net)
