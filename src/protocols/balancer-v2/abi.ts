import { readFlag, readUint } from '#domain/calls/getters'
import type { Read } from '#domain/calls/reads'
import { addressAt, addressWord, callData, uintAt } from '#domain/calls/words'
import { type Address, evm, type Hex } from '#domain/units'

const selectors = {
  getPoolTokens: '0xf94d4668',
  getSwapFeePercentage: '0x55c67628',
  getPausedState: '0x1c0de051',
  getNormalizedWeights: '0xf89f27ed',
  getAmplificationParameter: '0x6daccffa',
  getTokenRateCache: '0x7f1260d1',
  getRate: '0x679aefce',
  getCurrentBlockTimestamp: '0x0f28c97d',
  isPoolFromFactory: '0x6634b753',
  getRateProviders: '0x238a2d59',
  getBptIndex: '0x82687a56',
  decimals: '0x313ce567',
} as const

/** Multicall3, at the same address on nearly every network: the only contract that returns the time. */
const multicall3 = evm('0xca11bde05977b3631167028862be2a173976ca11')

/** `getPoolTokens(bytes32)` of the vault: the balances, in the order of the pool's registration. */
export const getBalances = (vault: Address, poolId: Hex): Read<readonly bigint[]> => ({
  to: vault,
  data: callData(selectors.getPoolTokens, poolId.slice(2)),
  decode: (answer) => decodeList(answer, 1),
})

/** `getSwapFeePercentage()`: 18 decimals. */
export const getSwapFee = (pool: Address): Read<bigint> => readUint(pool, selectors.getSwapFeePercentage)

/** `getPausedState()`, of the vault or a pool. */
export const isPaused = (contract: Address): Read<boolean> => readFlag(contract, selectors.getPausedState)

/** `getNormalizedWeights()`: 18 decimals. */
export const getNormalizedWeights = (pool: Address): Read<readonly bigint[]> =>
  getList(pool, selectors.getNormalizedWeights)

/** `getAmplificationParameter()`: with three decimals. */
export const getAmplification = (pool: Address): Read<bigint> => readUint(pool, selectors.getAmplificationParameter)

/** `getTokenRateCache(address)`: the rate that the pool uses until the cache expires, 18 decimals. */
export const getCachedRate = (pool: Address, token: Address): Read<bigint> => getRateCache(pool, token, 0)

/** `getTokenRateCache(address)`: the last second of the rate in the cache, since 1970. */
export const getRateExpiry = (pool: Address, token: Address): Read<bigint> => getRateCache(pool, token, 3)

/** `getRate()` of a rate provider: 18 decimals. */
export const getRate = (provider: Address): Read<bigint> => readUint(provider, selectors.getRate)

/** `getCurrentBlockTimestamp()`: seconds since 1970. */
export const getBlockTime: Read<bigint> = readUint(multicall3, selectors.getCurrentBlockTimestamp)

/** `isPoolFromFactory(address)` of a factory. */
export const isPoolFromFactory = (factory: Address, pool: Address): Read<boolean> => ({
  to: factory,
  data: callData(selectors.isPoolFromFactory, addressWord(pool)),
  decode: (answer) => uintAt(answer, 0) === 1n,
})

/** `getRateProviders()`, one for each token that the vault has of the pool; the zero address if there is none. */
export const getRateProviders = (pool: Address): Read<readonly Address[]> => ({
  to: pool,
  data: callData(selectors.getRateProviders),
  decode: (answer) => decodeAddresses(answer, 0),
})

/** `getBptIndex()`: index of the pool's own token among the vault's tokens. */
export const getBptIndex = (pool: Address): Read<bigint> => readUint(pool, selectors.getBptIndex)

/** `decimals()` of a token. */
export const getDecimals = (token: Address): Read<bigint> => readUint(token, selectors.decimals)

function getRateCache(pool: Address, token: Address, index: number): Read<bigint> {
  return {
    to: pool,
    data: callData(selectors.getTokenRateCache, addressWord(token)),
    decode: (answer) => uintAt(answer, index),
  }
}

function getList(contract: Address, selector: string): Read<readonly bigint[]> {
  return { to: contract, data: callData(selector), decode: (answer) => decodeList(answer, 0) }
}

/** The list at the byte offset in the word at `index`, counted from the first word. */
const decodeList = (answer: Hex, index: number): readonly bigint[] => decodeItems(answer, index, uintAt)

/** The same for addresses. @throws RangeError if the answer is shorter, or if an item is not an address */
export const decodeAddresses = (answer: Hex, index: number): readonly Address[] => decodeItems(answer, index, addressAt)

function decodeItems<T>(answer: Hex, index: number, itemIn: (answer: Hex, index: number) => T): readonly T[] {
  const start = Number(uintAt(answer, index)) / 32
  const length = Number(uintAt(answer, start))
  return Array.from({ length }, (_, i) => itemIn(answer, start + 1 + i))
}
