import { type Certificate, certify } from './bound/certify.ts'
import { startFor } from './bound/start.ts'
import type { ProofRoom } from './bound/work.ts'
import { foundBy } from './search/carry.ts'
import { crossed } from './search/crossed.ts'
import { polish } from './search/explore.ts'
import type { Found, Searched } from './search/found.ts'
import { searchFrom } from './search/hinted.ts'
import { searchPriced } from './search/priced.ts'
import { type Room, workOver } from './search/room.ts'
import { goOn, resume, search } from './search/search.ts'
import { isBetter } from './search/support.ts'
import type { Task } from './search/task.ts'

/** Room for searches and for the proofs, which also know of other starts where the limit of legs holds a search back. */
export interface Solving {
  readonly room: Room
  readonly proofs: ProofRoom
}

/**
 * The best route over what is known, in floats. Where a first search ends at the limit of legs it is polished, and what
 * proves how good it is at most says where to begin another and what a leg is worth, for more of them; the last one starts
 * from the legs of the best two.
 * @param last what was found for the same pair before; then the search goes on from it, if it still serves, and that is all
 */
export function solve({ room, proofs }: Solving, task: Task, last?: Found): Searched | undefined {
  const at = last && resume(room, task, last)
  if (at !== undefined) return goOn(room, at)
  const searched = search(room, task, last?.extra)
  if (searched === undefined || last !== undefined || !isFull(searched)) return searched
  const first = polished(room, searched)
  const start = startFor(proofs, task, foundBy(room, first))
  if (start === undefined) return first
  const other = better(searchFrom(room, first, start), searchPriced(room, first, start.legPrice))
  const second = other && polished(room, other)
  return second === undefined ? first : crossed(room, first, second)
}

/** What was found before, as it stands now, and what no route can exceed. */
export interface Resumed {
  readonly searched: Searched
  readonly found: Found
  readonly certificate: Certificate
}

/**
 * What was found for the same pair before with a proof of how good it is still: from the prices of the last proof that is
 * sooner made than a search, which mostly finds nothing more. `undefined` where it does not serve any more.
 */
export function resumeProven({ room, proofs }: Solving, task: Task, last: Found): Resumed | undefined {
  const searched = resume(room, task, last)
  if (searched === undefined) return undefined
  const found = { ...foundBy(room, searched), proven: last.proven }
  const certificate = certify(proofs, task, found)
  return certificate && { searched, found, certificate }
}

/**
 * What a search from there has led to. What no route exceeds does not depend on the one that was found, unless that is at the
 * limit now.
 */
export function improved(
  { room }: Solving,
  { searched: at, found: before, certificate }: Resumed,
  searched: Searched,
): Improved {
  const found = { ...foundBy(room, searched), proven: certificate }
  const isProven = isFull(searched) === isFull(at) && found.net >= before.net
  return { searched, found, certificate: isProven ? certificate : undefined }
}

export interface Improved {
  readonly searched: Searched
  readonly found: Found
  readonly certificate: Certificate | undefined
}

const isFull = ({ core, support }: Searched) => support.edges.length >= core.task.limits.maxLegs - 1

const better = (one: Searched | undefined, other: Searched | undefined): Searched | undefined =>
  one === undefined || (other !== undefined && isBetter(other.support, one.support)) ? other : one

const polished = (room: Room, searched: Searched): Searched => ({
  ...searched,
  support: polish(workOver(room, searched.core), searched.support),
})
