import type { Extent } from './protocol.ts'

/** How far from its price a concentrated pool is read, on either side: to the nearest of the three limits. */
export interface TickReach {
  /** Initialised ticks. */
  readonly maxTicks: number
  /** Words of the bitmap besides the price's own: 256 tick spacings each, so this scales with the pool's fee. */
  readonly maxWords: number
  /** Ticks, initialised or not; rounded up to whole words. */
  readonly range: number
}

export const reaches: Readonly<Record<Extent, TickReach>> = {
  /**
   * A price move of e^2 either way (20,000 ticks), but in the densest pools only the range of 24 words: 6,144 ticks
   * with spacing 1. Such pools trade pegged pairs, and every word costs 3,000 gas, every tick 10,000.
   */
  usual: { maxTicks: 200, maxWords: 24, range: 20_000 },
  /** A price move of e^6, or 120 words: with spacing 1 a thirtieth of the words of a whole pool. */
  wide: { maxTicks: 1_000, maxWords: 120, range: 60_000 },
  /** Every possible tick. */
  whole: { maxTicks: 0xffff, maxWords: 0xffff, range: 1_774_544 },
}
