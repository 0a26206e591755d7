import { flagOf, uintOf } from '#domain/getters'
import type { Read } from '#domain/reads'
import type { Address } from '#domain/units'
import { addressWord, word } from '#domain/words'
import { unlessRefused } from '#math/unless-refused'

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
export const pooledEther = (steth: Address): Read<bigint> => uintOf(steth, selectors.getTotalPooledEther)

/** `getTotalShares()`: what all stETH is divided into. */
export const totalShares = (steth: Address): Read<bigint> => uintOf(steth, selectors.getTotalShares)

/** `getExternalEther()`: the part of it that staking vaults back, wei. Nothing where it knows no vaults, as before its third version. */
export const externalEther = (steth: Address): Read<bigint> => orNone(uintOf(steth, selectors.getExternalEther))

/** `getExternalShares()`, as {@link externalEther}. */
export const externalShares = (steth: Address): Read<bigint> => orNone(uintOf(steth, selectors.getExternalShares))

/** `sharesOf(address)` */
export const sharesOf = (steth: Address, holder: Address): Read<bigint> =>
  uintOf(steth, selectors.sharesOf, addressWord(holder))

/** `isStopped()`: whether stETH stands still, transfers too. */
export const isStopped = (steth: Address): Read<boolean> => flagOf(steth, selectors.isStopped)

/** `getWstETHByStETH(uint256)`: what the wrapper says it gives. */
export const wrapped = (wsteth: Address, steth: bigint): Read<bigint> =>
  uintOf(wsteth, selectors.getWstETHByStETH, word(steth))

const orNone = (read: Read<bigint>): Read<bigint> => ({
  ...read,
  decode: (answer) => unlessRefused(() => read.decode(answer)) ?? 0n,
})
