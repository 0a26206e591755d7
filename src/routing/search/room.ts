import { type Core, type Ground, openCore } from './core.ts'
import { type Bench, openBench } from './dual.ts'
import { type Field, openField } from './field.ts'
import { type KeptFields, openKeptFields } from './kept-fields.ts'
import type { Work } from './support.ts'
import type { Task } from './task.ts'

/** Room that one search after another works in. */
export interface Room {
  readonly ground: Ground
  readonly kept: KeptFields
  /** Empty between two uses. */
  readonly field: Field
  readonly bench: Bench
}

/** Most tokens of a core, and edges of one support. */
const mostTokens = 96
const mostEdges = 512

export const openRoom = (ground: Ground): Room => ({
  ground,
  kept: openKeptFields(ground),
  field: openField(ground.book.tokens),
  bench: openBench(ground.book, mostTokens, mostEdges),
})

/**
 * A search over the tokens that may matter to a task.
 *
 * @param extra tokens that have to be among them
 * @param reachable the best price from end to end that a way without circles has, where it is known
 */
export const openWork = (room: Room, task: Task, extra: readonly number[], reachable?: number): Work =>
  workOver(room, openCore(room.ground, task, room.kept, extra, reachable))

/** A search over a core that is there already. */
export const workOver = ({ ground, bench }: Room, core: Core): Work => ({
  ground,
  core,
  bench,
  banned: new Uint8Array(core.edges.length),
  spent: 0,
})
