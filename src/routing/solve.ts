import { startFor } from './bound/start.ts'
import type { ProofRoom } from './bound/work.ts'
import { foundBy } from './search/carry.ts'
import type { Found, Searched } from './search/found.ts'
import { searchFrom } from './search/hinted.ts'
import type { Room } from './search/room.ts'
import { search } from './search/search.ts'
import type { Task } from './search/task.ts'

/** Room for searches and for the proofs, which also know of other starts where the limit of legs holds a search back. */
export interface Solving {
  readonly room: Room
  readonly proofs: ProofRoom
}

/**
 * The best route over what is known, in floats. Where a first search ends at the limit of legs, the prices that prove how
 * good it is at most say where a second one starts.
 * @param last what was found for the same pair before; then there is no second search
 */
export function solve({ room, proofs }: Solving, task: Task, last?: Found): Searched | undefined {
  const searched = search(room, task, last)
  if (searched === undefined || last !== undefined) return searched
  if (searched.support.edges.length < task.limits.maxLegs - 1) return searched
  const start = startFor(proofs, task, foundBy(room, searched))
  return start === undefined ? searched : searchFrom(room, searched, start)
}
