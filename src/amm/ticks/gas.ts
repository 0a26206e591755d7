import type { Passed } from './next-stop.ts'

/** Measured on a pool contract with plain tokens, payment included. */
export interface TickGas {
  /** A swap inside one stretch. */
  readonly swap: number
  /** Once, with the first tick that is crossed: the liquidity is written. */
  readonly crossing: number
  readonly tick: number
  /** A word of the bitmap without a tick. */
  readonly word: number
}

export const gasAfter = (gas: TickGas, { crossed, emptyWords }: Passed): number =>
  gas.swap + (crossed > 0 ? gas.crossing : 0) + crossed * gas.tick + emptyWords * gas.word
