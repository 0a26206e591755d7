import { startFor } from './bound/start.ts'
import type { ProofRoom } from './bound/work.ts'
import { foundBy } from './search/carry.ts'
import { polish } from './search/explore.ts'
import type { Found, Searched } from './search/found.ts'
import { searchFrom } from './search/hinted.ts'
import { type Room, workOver } from './search/room.ts'
import { search } from './search/search.ts'
import { isBetter } from './search/support.ts'
import type { Task } from './search/task.ts'

/** Room for searches and for the proofs, which also know of other starts where the limit of legs holds a search back. */
export interface Solving {
  readonly room: Room
  readonly proofs: ProofRoom
}

/**
 * The best route over what is known, in floats. Where a first search ends at the limit of legs it is polished, and the
 * prices that prove how good it is at most say where a second one starts.
 * @param last what was found for the same pair before; then the search goes on from there and that is all
 */
export function solve({ room, proofs }: Solving, task: Task, last?: Found): Searched | undefined {
  const searched = search(room, task, last)
  if (searched === undefined || last !== undefined || !isFull(searched)) return searched
  const first = polished(room, searched)
  const start = startFor(proofs, task, foundBy(room, first))
  const other = start && searchFrom(room, first, start)
  const second = other && polished(room, other)
  return second !== undefined && isBetter(second.support, first.support) ? second : first
}

const isFull = ({ core, support }: Searched) => support.edges.length >= core.task.limits.maxLegs - 1

const polished = (room: Room, searched: Searched): Searched => ({
  ...searched,
  support: polish(workOver(room, searched.core), searched.support),
})
