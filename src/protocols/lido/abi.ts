import { readFlag, readUint } from '#domain/calls/getters'
import type { Read } from '#domain/calls/reads'
import { addressWord, word } from '#domain/calls/words'
import type { Address } from '#domain/units'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'

const selectors = {
  getTotalPooledEther: '0x37cfdaca',
  getTotalShares: '0xd5002f2e',
  getExternalEther: '0xe16a9065',
  getExternalShares: '0x63021d8b',
  sharesOf: '0xf5eb42dc',
  isStopped: '0x3f683b6a',
  getWstETHByStETH: '0xb0e38900',
} as const

/** `getTotalPooledEther()`: all stETH, wei. */
export const getPooledEther = (steth: Address): Read<bigint> => readUint(steth, selectors.getTotalPooledEther)

/** `getTotalShares()`: the number of shares of all stETH. */
export const getTotalShares = (steth: Address): Read<bigint> => readUint(steth, selectors.getTotalShares)

/**
 * `getExternalEther()`: the part of it backed by staking vaults, wei. Zero if the contract has no vaults, as before its
 * third version.
 */
export const getExternalEther = (steth: Address): Read<bigint> =>
  decodeOrZero(readUint(steth, selectors.getExternalEther))

/** `getExternalShares()`, as {@link getExternalEther}. */
export const getExternalShares = (steth: Address): Read<bigint> =>
  decodeOrZero(readUint(steth, selectors.getExternalShares))

/** `sharesOf(address)` */
export const getShares = (steth: Address, holder: Address): Read<bigint> =>
  readUint(steth, selectors.sharesOf, addressWord(holder))

/** `isStopped()`: true if stETH is stopped, transfers included. */
export const isStopped = (steth: Address): Read<boolean> => readFlag(steth, selectors.isStopped)

/** `getWstETHByStETH(uint256)`: the wrapper's own quote. */
export const getWrapped = (wsteth: Address, steth: bigint): Read<bigint> =>
  readUint(wsteth, selectors.getWstETHByStETH, word(steth))

const decodeOrZero = (read: Read<bigint>): Read<bigint> => ({
  ...read,
  decode: (answer) => undefinedOnRangeError(() => read.decode(answer)) ?? 0n,
})
