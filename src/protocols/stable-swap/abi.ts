import { readFlag, readUint } from '#domain/calls/getters'
import type { Read } from '#domain/calls/reads'
import { callData, uintAt, word } from '#domain/calls/words'
import type { Address } from '#domain/units'

const selectors = {
  swapStorage: '0x5fd65f0f',
  getAPrecise: '0x0ba81959',
  getTokenBalance: '0x91ceb3eb',
  paused: '0x5c975abb',
} as const

/** Amplification at the end of its ramp, and fees, from `swapStorage()`. */
export interface StableSwapSettings {
  readonly futureA: bigint
  readonly feeE10: bigint
  readonly adminFeeE10: bigint
}

/** `swapStorage()`, without its lists. */
export const swapStorage = (pool: Address): Read<StableSwapSettings> => ({
  to: pool,
  data: callData(selectors.swapStorage),
  decode: (answer) => ({ futureA: uintAt(answer, 1), feeE10: uintAt(answer, 4), adminFeeE10: uintAt(answer, 5) }),
})

/** `getAPrecise()`: the amplification at this block. */
export const getAPrecise = (pool: Address): Read<bigint> => readUint(pool, selectors.getAPrecise)

/** `getTokenBalance(uint8)`: what the pool counts as its own of a token. */
export const getTokenBalance = (pool: Address, index: number): Read<bigint> => ({
  to: pool,
  data: callData(selectors.getTokenBalance, word(index)),
  decode: (answer) => uintAt(answer, 0),
})

/** `paused()`: true if it refuses swaps. */
export const paused = (pool: Address): Read<boolean> => readFlag(pool, selectors.paused)
