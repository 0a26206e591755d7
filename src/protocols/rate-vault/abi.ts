import { readAddress, readFlag, readUint } from '#domain/calls/getters'
import type { Read } from '#domain/calls/reads'
import { addressWord, word } from '#domain/calls/words'
import type { Address } from '#domain/units'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'

const selectors = {
  asset: '0x38d52e0f',
  aToken: '0xa0c1f15e',
  pool: '0x7535d246',
  totalSupply: '0x18160ddd',
  balanceOf: '0x70a08231',
  maxDeposit: '0x402d267d',
  convertToAssets: '0x07a2d13a',
  previewDeposit: '0xef8b30f7',
  previewRedeem: '0x4cdad506',
  paused: '0x5c975abb',
  getConfiguration: '0xc44b11f7',
  getVirtualUnderlyingBalance: '0x6fb07f96',
} as const

/** `asset()`: the token that is deposited. */
export const getAsset = (vault: Address): Read<Address> => readAddress(vault, selectors.asset)

/** `aToken()` of a vault that lends its assets: the account that holds what was lent to the market. */
export const getLentToken = (vault: Address): Read<Address> => readAddress(vault, selectors.aToken)

/** `POOL()` of a vault that lends its assets: the market it lends to. */
export const getMarket = (vault: Address): Read<Address> => readAddress(vault, selectors.pool)

/** `totalSupply()` of shares. */
export const totalSupply = (vault: Address): Read<bigint> => readUint(vault, selectors.totalSupply)

export const balanceOf = (token: Address, holder: Address): Read<bigint> =>
  readUint(token, selectors.balanceOf, addressWord(holder))

/** `maxDeposit(address)`: 0 if the vault accepts nothing now. */
export const maxDeposit = (vault: Address, receiver: Address): Read<bigint> =>
  readUint(vault, selectors.maxDeposit, addressWord(receiver))

/** `convertToAssets(uint256)`: of 10^27 shares it is the rate itself. */
export const convertToAssets = (vault: Address, shares: bigint): Read<bigint> =>
  readUint(vault, selectors.convertToAssets, word(shares))

/** `previewDeposit(uint256)`: shares for assets, net of fees. */
export const previewDeposit = (vault: Address, assets: bigint): Read<bigint> =>
  readUint(vault, selectors.previewDeposit, word(assets))

/** `previewRedeem(uint256)`: assets for shares, net of fees. */
export const previewRedeem = (vault: Address, shares: bigint): Read<bigint> =>
  readUint(vault, selectors.previewRedeem, word(shares))

/** `paused()` of the vault itself; false if it has no such function. */
export const isPaused = (vault: Address): Read<boolean> => orElse(readFlag(vault, selectors.paused), false)

/** `getConfiguration(address)` of a market: flags of an asset, of which {@link canWithdraw} reads two. */
export const getConfiguration = (market: Address, asset: Address): Read<bigint> =>
  readUint(market, selectors.getConfiguration, addressWord(asset))

/**
 * `getVirtualUnderlyingBalance(address)` of a market: what it counts of the assets it holds. `undefined` if it has no
 * such function, and then all that it holds counts.
 */
export const getCountedBalance = (market: Address, asset: Address): Read<bigint | undefined> =>
  orElse<bigint | undefined>(readUint(market, selectors.getVirtualUnderlyingBalance, addressWord(asset)), undefined)

const orElse = <T>(read: Read<T>, other: T): Read<T> => ({
  ...read,
  decode: (answer) => undefinedOnRangeError(() => read.decode(answer)) ?? other,
})

const [activeBit, pausedBit] = [56n, 60n]

/** Bits 56, active, and 60, paused, of a market's flags. */
export const canWithdraw = (configuration: bigint): boolean =>
  ((configuration >> activeBit) & 1n) === 1n && ((configuration >> pausedBit) & 1n) === 0n
