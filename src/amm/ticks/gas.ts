import type { CrossingCounts } from './next-tick.ts'

/** Measured on a pool contract with plain tokens, payment included. */
export interface TickGas {
  /** A swap inside one tick range. */
  readonly swap: number
  /** Added once, with the first tick that is crossed: the liquidity is written. */
  readonly crossing: number
  readonly tick: number
  /** A word of the bitmap without a tick. */
  readonly word: number
}

export const estimateTickGas = (gas: TickGas, { crossed, emptyWords }: CrossingCounts): number =>
  gas.swap + (crossed > 0 ? gas.crossing : 0) + crossed * gas.tick + emptyWords * gas.word
