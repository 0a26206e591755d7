import { EndpointFault } from './endpoint-fault.ts'
import type { Head } from './head.ts'
import type { Stamp } from './multicall.ts'

/** The parts of what was read are of several blocks. */
export class HeadMoved extends Error {
  override readonly name = 'HeadMoved'
  readonly from: number

  constructor(from: number) {
    super(`the head moved on from block ${from}`)
    this.from = from
  }
}

/**
 * All parts must be of one block: of the head that was read with them, or, where a block was named, of one that
 * all agree on (some chains count blocks for contracts in another way than for clients).
 * @throws HeadMoved, EndpointFault
 */
export function checkStamps(stamps: readonly Stamp[], head: Head | undefined): void {
  const wanted = head ?? stamps[0]
  if (stamps.every(({ number, time }) => number === wanted?.number && time === wanted.time)) return
  if (head !== undefined) throw new HeadMoved(head.number)
  throw new EndpointFault('answers from different blocks')
}
