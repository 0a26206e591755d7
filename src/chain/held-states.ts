import type { LeftOutPool } from '#domain/left-out'
import type { Block, LivePool } from '#domain/snapshot'
import type { Address, Hex, Wei } from '#domain/units'
import type { FeeView } from './fees.ts'
import type { InnerCall } from './multicall.ts'

/** What this process has read at one block. */
export interface HeldBlock {
  readonly block: Block
  readonly fees: FeeView
  /** By the plan's `set`. */
  readonly pools: Map<string, readonly LivePool[]>
  /** Those that were met beside them. */
  readonly leftOut: Map<string, readonly LeftOutPool[]>
  readonly answers: Map<string, Hex>
  readonly balances: Map<Address, Wei>
}

export interface HeldStates {
  at(block: number): HeldBlock | undefined
  /** The place for what is read at this block; begun anew when the number now names another block. */
  open(block: Block, fees: FeeView): HeldBlock
}

/** A quote is used within minutes of the survey it was made from; a server makes several at a time. */
const mostBlocks = 8

export function createHeldStates(): HeldStates {
  const blocks = new Map<number, HeldBlock>()
  return {
    at: (block) => blocks.get(block),
    open: (block, fees) => {
      const before = blocks.get(block.number)
      blocks.delete(block.number)
      const opened =
        before?.block.hash === block.hash
          ? before
          : { block, fees, pools: new Map(), leftOut: new Map(), answers: new Map(), balances: new Map() }
      blocks.set(block.number, opened)
      for (const old of [...blocks.keys()].slice(0, -mostBlocks)) blocks.delete(old)
      return opened
    },
  }
}

export const readKey = ({ to, data }: InnerCall): string => `${to}${data}`
