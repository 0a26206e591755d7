import type { Head } from '#chain/blocks/head'
import { EndpointFault } from '#chain/rpc/endpoint-fault'
import type { BlockStamp } from '#chain/rpc/multicall'

/** The parts of one survey were read at different blocks. */
export class HeadMovedError extends Error {
  override readonly name = 'HeadMoved'
  readonly from: number

  constructor(from: number) {
    super(`the head moved on from block ${from}`)
    this.from = from
  }
}

/**
 * Checks that all parts are of one block: the head read with them, or, for a named block, any block they agree on (on
 * some chains contracts see another block number than clients do).
 * @throws HeadMovedError, EndpointFault
 */
export function checkStamps(stamps: readonly BlockStamp[], head: Head | undefined): void {
  const wanted = head ?? stamps[0]
  if (stamps.every(({ number, time }) => number === wanted?.number && time === wanted.time)) return
  if (head !== undefined) throw new HeadMovedError(head.number)
  throw new EndpointFault('answers from different blocks')
}
