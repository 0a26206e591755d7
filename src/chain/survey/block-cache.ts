import type { FeeEstimate } from '#chain/blocks/fees'
import type { BlockStamp, InnerCall } from '#chain/rpc/multicall'
import type { SkippedPool } from '#domain/pools/skipped-pool'
import type { Block, LivePool } from '#domain/pools/snapshot'
import type { Address, Hex, Wei } from '#domain/units'
import type { MeasuredFees } from './transfer-probe.ts'

/** What this process has read at one block. */
export interface CachedBlock {
  readonly block: Block
  readonly fees: FeeEstimate
  /** How contracts see the block: on some chains by another number. Absent if none was asked for it. */
  readonly stamp: BlockStamp | undefined
  /** By the plan's `set`. */
  readonly pools: Map<string, readonly LivePool[]>
  /** Pools skipped while reading those. */
  readonly skipped: Map<string, readonly SkippedPool[]>
  /** The transfer fees measured for those. */
  readonly taxed: Map<string, MeasuredFees>
  readonly answers: Map<string, Hex>
  readonly balances: Map<Address, Wei>
}

export interface BlockCache {
  get(block: number): CachedBlock | undefined
  /** The cache entry of this block; empty if its number now names another block. */
  getOrCreate(facts: Pick<CachedBlock, 'block' | 'fees' | 'stamp'>): CachedBlock
}

/** A quote is used within minutes of its survey; a server makes several at a time. */
const maxBlocks = 8

export function createBlockCache(): BlockCache {
  const blocks = new Map<number, CachedBlock>()
  return {
    get: (block) => blocks.get(block),
    getOrCreate: (facts) => {
      const { block } = facts
      const before = blocks.get(block.number)
      blocks.delete(block.number)
      const opened = before?.block.hash === block.hash ? before : { ...facts, ...createEmptyMaps() }
      blocks.set(block.number, opened)
      for (const old of [...blocks.keys()].slice(0, -maxBlocks)) blocks.delete(old)
      return opened
    },
  }
}

const createEmptyMaps = () => ({
  pools: new Map(),
  skipped: new Map(),
  taxed: new Map(),
  answers: new Map(),
  balances: new Map(),
})

export const toReadKey = ({ to, data }: InnerCall): string => `${to}${data}`
