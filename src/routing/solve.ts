import type { Starter } from './bound/start.ts'
import type { Found } from './search/found.ts'
import { foundBy, type Room, type Searched, search, searchFrom } from './search/search.ts'
import type { Task } from './search/task.ts'

/** A search, and a way to other starts where the limit of legs holds it back. */
export interface Solving {
  readonly room: Room
  readonly startFor: Starter
}

/**
 * The best route over what is known, in floats. Where a first search ends at the limit of legs, the prices that prove how
 * good it is at most say where a second one starts.
 * @param last what was found for the same pair before; then there is no second search
 */
export function solve({ room, startFor }: Solving, task: Task, last?: Found): Searched | undefined {
  const searched = search(room, task, last)
  if (searched === undefined || last !== undefined) return searched
  if (searched.support.edges.length < task.limits.maxLegs - 1) return searched
  const start = startFor(task, foundBy(room, searched))
  return start === undefined ? searched : searchFrom(room, searched, start)
}
