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
  /**
   * For `GasDetail`: a swap after which the price is in the same tick, beyond `swap`, also by the token that is sold; 0 if
   * absent.
   */
  readonly beyond?: number | readonly [token0: number, token1: number]
  /** For `GasDetail`: writing the mean price, if the price leaves its tick; {@link usualNewTickGas} if absent. */
  readonly newTick?: number
  /** For `GasDetail`: slots of its adapter that it clears; 0 if absent. */
  readonly cleared?: number
}

/** Measured on Uniswap v3. */
export const usualNewTickGas = 7_300
/** Two slots of a tick that was never crossed, which a state does not tell: the fees on its other side. */
export const newTickSlotsGas = 34_200

export const estimateTickGas = (gas: TickGas, { crossed, emptyWords }: CrossingCounts): number =>
  gas.swap + (crossed > 0 ? gas.crossing : 0) + crossed * gas.tick + emptyWords * gas.word
