import { flagOf, uintOf } from '#domain/getters'
import type { Read } from '#domain/reads'
import { type Address, type Hex, noBytes } from '#domain/units'
import { addressWord, callData, uintAt } from '#domain/words'

const selectors = {
  getPoolData: '0x13d21cdf',
  isPoolPaused: '0x6c9bc732',
  isVaultPaused: '0x098401f5',
  getMinimumTradeAmount: '0xe2cb0ba0',
  getNormalizedWeights: '0xf89f27ed',
  getMinTokenBalances: '0xd67f280b',
  getAmplificationParameter: '0x6daccffa',
} as const

/** What the vault keeps of a pool, with the fees on its yield taken off as a swap would take them. */
export interface PoolData {
  /** The packed configuration, see `config.ts`. */
  readonly config: bigint
  readonly raw: readonly bigint[]
  readonly rates: readonly bigint[]
  readonly scalings: readonly bigint[]
}

/** `getPoolData(address)`; nothing of a pool that nobody filled. */
export const getPoolData = (vault: Address, pool: Address): Read<PoolData | undefined> => ({
  to: vault,
  data: callData(selectors.getPoolData, addressWord(pool)),
  decode: (answer) => {
    if (answer === noBytes) return undefined
    const [raw, rates, scalings] = [listAt(answer, 4), listAt(answer, 6), listAt(answer, 7)]
    return { config: uintAt(answer, 1), raw, rates, scalings }
  },
})

/** `isPoolPaused(address)` */
export const isPoolPaused = (vault: Address, pool: Address): Read<boolean> => ({
  to: vault,
  data: callData(selectors.isPoolPaused, addressWord(pool)),
  decode: (answer) => uintAt(answer, 0) !== 0n,
})

/** `isVaultPaused()` */
export const isVaultPaused = (vault: Address): Read<boolean> => flagOf(vault, selectors.isVaultPaused)

/** `getMinimumTradeAmount()`: of 18 decimals. */
export const getMinimumTradeAmount = (vault: Address): Read<bigint> => uintOf(vault, selectors.getMinimumTradeAmount)

/** `getNormalizedWeights()`: 18 decimals. */
export const getNormalizedWeights = (pool: Address): Read<readonly bigint[]> => ({
  to: pool,
  data: callData(selectors.getNormalizedWeights),
  decode: (answer) => wordsFrom(answer, 1),
})

/** `getMinTokenBalances()`, which pools of the first release do not have. */
export const getMinTokenBalances = (pool: Address): Read<readonly bigint[] | undefined> => ({
  to: pool,
  data: callData(selectors.getMinTokenBalances),
  decode: (answer) => (answer === noBytes ? undefined : wordsFrom(answer, 1)),
})

/** `getAmplificationParameter()`: with three decimals. */
export const getAmplificationParameter = (pool: Address): Read<bigint> =>
  uintOf(pool, selectors.getAmplificationParameter)

/** The list whose place the word at `index` gives, counted in bytes from word 1. */
const listAt = (answer: Hex, index: number): readonly bigint[] =>
  wordsFrom(answer, 1 + Number(uintAt(answer, index)) / 32)

/** A length at word `start`, then as many words. */
function wordsFrom(answer: Hex, start: number): readonly bigint[] {
  const length = Number(uintAt(answer, start))
  return Array.from({ length }, (_, i) => uintAt(answer, start + 1 + i))
}
