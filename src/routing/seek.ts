/** How a question is searched for: not at all where a proof says so, from an earlier route, or from nothing. */
import type { Certificate } from './bound/certify.ts'
import type { Memory, Remembered } from './memory.ts'
import { foundBy } from './search/carry.ts'
import type { Found, Searched } from './search/found.ts'
import type { Task } from './search/task.ts'
import { resumeProven, type Solving, searchOn, solve } from './solve.ts'

export interface Seeking extends Solving {
  readonly memory: Memory
}

export interface Sought {
  /** Whether the earlier route was only proven anew, searched on from, or not looked at. */
  readonly by: 'proof' | 'search' | 'start'
  readonly last: Remembered | undefined
  readonly searched: Searched | undefined
  readonly found: Found | undefined
  /** What no route exceeds, where it came before the search. */
  readonly certificate: Certificate | undefined
}

/** A route that is proven to be as near to the best as this, in millionths, is not searched any further. */
const surePpm = 20
/** So little more than where the last search ended is no sign of anything better. */
const stillPpm = 5
/** So much more than where the search last began anew, and it may have gone astray: it has to begin anew. */
const doubtPpm = 100

/** From where the last search for the pair ended, if there was one. */
export function seek(seeking: Seeking, task: Task): Sought {
  const last = seeking.memory.recall(task)
  if (last === undefined) return seekAnew(seeking, task)
  const resumed = resumeProven(seeking, task, last.found)
  if (resumed === undefined) return { ...seekAnew(seeking, task, last.found), by: 'search', last }
  const { found, certificate } = resumed
  const openPpm = (certificate.upperBound / found.net - 1) * 1e6
  const isStill = last.openPpm !== undefined && openOf(found, certificate) <= last.openPpm + stillPpm
  // what gives less than its gas may be far from the best however near the two numbers are
  if (found.net > 0 && (openPpm <= surePpm || isStill)) return { ...resumed, by: 'proof', last }
  return { ...searchOn(seeking, resumed), by: 'search', last }
}

/** @param last what does not serve as a start, but tells which tokens were of use */
export function seekAnew(seeking: Seeking, task: Task, last?: Found): Sought {
  const searched = solve(seeking, task, last)
  const found = searched && foundBy(seeking.room, searched)
  return { by: 'start', last: undefined, searched, found, certificate: undefined }
}

/** Whether what was found is that much further from its proof than where the search last began anew. */
export function isDoubtful({ last, found }: Sought, certificate: Certificate | undefined): boolean {
  const openPpm = found && certificate && openOf(found, certificate)
  return last?.openAnewPpm !== undefined && openPpm !== undefined && openPpm > last.openAnewPpm + doubtPpm
}

/** Keeps what was found for later blocks, with what its proof left open. */
export function remember({ memory }: Seeking, task: Task, { by, last, found, certificate }: Sought): void {
  if (found === undefined) return
  const openPpm = certificate && openOf(found, certificate)
  memory.keep(task, {
    ...(openPpm === undefined ? last : marks(by, last, openPpm)),
    found: { ...found, proven: certificate ?? found.proven },
  })
}

/** Marks that stand while what is open is less would hide when it grows again: they follow it down. */
function marks(
  by: Sought['by'],
  last: Remembered | undefined,
  now: number,
): Pick<Remembered, 'openPpm' | 'openAnewPpm'> {
  const { openPpm = now, openAnewPpm = now } = last ?? {}
  return {
    openPpm: by === 'proof' ? Math.min(openPpm, now) : now,
    openAnewPpm: by === 'start' ? Math.max(openAnewPpm, now) : Math.min(openAnewPpm, Math.max(now, openAnewPpm / 2)),
  }
}

/** In millionths, and without questions of single pools, as only a first proof puts them. */
const openOf = ({ net }: Found, { unasked }: Certificate): number => (unasked / net - 1) * 1e6
