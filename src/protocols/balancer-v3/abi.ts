import { readFlag, readUint } from '#domain/calls/getters'
import type { Read } from '#domain/calls/reads'
import { addressWord, callData, uintAt } from '#domain/calls/words'
import { type Address, type Hex, noBytes } from '#domain/units'

const selectors = {
  getPoolData: '0x13d21cdf',
  isPoolPaused: '0x6c9bc732',
  isVaultPaused: '0x098401f5',
  getMinimumTradeAmount: '0xe2cb0ba0',
  getNormalizedWeights: '0xf89f27ed',
  getMinTokenBalances: '0xd67f280b',
  getAmplificationParameter: '0x6daccffa',
} as const

/** The vault's data of a pool, with the yield fees deducted as a swap would deduct them. */
export interface PoolData {
  /** The packed configuration, see `config.ts`. */
  readonly config: bigint
  readonly raw: readonly bigint[]
  readonly rates: readonly bigint[]
  readonly scalings: readonly bigint[]
}

/** `getPoolData(address)`; `undefined` for a pool without liquidity. */
export const getPoolData = (vault: Address, pool: Address): Read<PoolData | undefined> => ({
  to: vault,
  data: callData(selectors.getPoolData, addressWord(pool)),
  decode: (answer) => {
    if (answer === noBytes) return undefined
    const [raw, rates, scalings] = [decodeList(answer, 4), decodeList(answer, 6), decodeList(answer, 7)]
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
export const isVaultPaused = (vault: Address): Read<boolean> => readFlag(vault, selectors.isVaultPaused)

/** `getMinimumTradeAmount()`: 18 decimals. */
export const getMinimumTradeAmount = (vault: Address): Read<bigint> => readUint(vault, selectors.getMinimumTradeAmount)

/** `getNormalizedWeights()`: 18 decimals. */
export const getNormalizedWeights = (pool: Address): Read<readonly bigint[]> => ({
  to: pool,
  data: callData(selectors.getNormalizedWeights),
  decode: (answer) => decodeWords(answer, 1),
})

/** `getMinTokenBalances()`, absent in pools of the first release. */
export const getMinTokenBalances = (pool: Address): Read<readonly bigint[] | undefined> => ({
  to: pool,
  data: callData(selectors.getMinTokenBalances),
  decode: (answer) => (answer === noBytes ? undefined : decodeWords(answer, 1)),
})

/** `getAmplificationParameter()`: with three decimals. */
export const getAmplificationParameter = (pool: Address): Read<bigint> =>
  readUint(pool, selectors.getAmplificationParameter)

/** The list at the byte offset in the word at `index`, counted from word 1. */
const decodeList = (answer: Hex, index: number): readonly bigint[] =>
  decodeWords(answer, 1 + Number(uintAt(answer, index)) / 32)

/** A length at word `start`, then that many words. */
function decodeWords(answer: Hex, start: number): readonly bigint[] {
  const length = Number(uintAt(answer, start))
  return Array.from({ length }, (_, i) => uintAt(answer, start + 1 + i))
}
