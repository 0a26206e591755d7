import { readFlag, readUint } from '#domain/calls/getters'
import type { Read } from '#domain/calls/reads'
import { addressWord, word } from '#domain/calls/words'
import type { Address } from '#domain/units'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'

const selectors = {
  totalAssets: '0x01e1d114',
  totalSupply: '0x18160ddd',
  balanceOf: '0x70a08231',
  maxDeposit: '0x402d267d',
  previewDeposit: '0xef8b30f7',
  previewRedeem: '0x4cdad506',
  cooldownDuration: '0x35269315',
  paused: '0x5c975abb',
} as const

/** `totalAssets()`: the value of all shares together. */
export const totalAssets = (vault: Address): Read<bigint> => readUint(vault, selectors.totalAssets)

/** `totalSupply()` of shares. */
export const totalSupply = (vault: Address): Read<bigint> => readUint(vault, selectors.totalSupply)

export const balanceOf = (token: Address, holder: Address): Read<bigint> =>
  readUint(token, selectors.balanceOf, addressWord(holder))

/** `maxDeposit(address)`: 0 if the vault accepts nothing now. */
export const maxDeposit = (vault: Address, receiver: Address): Read<bigint> =>
  readUint(vault, selectors.maxDeposit, addressWord(receiver))

/** `previewDeposit(uint256)`: shares for assets, net of fees. */
export const previewDeposit = (vault: Address, assets: bigint): Read<bigint> =>
  readUint(vault, selectors.previewDeposit, word(assets))

/** `previewRedeem(uint256)`: assets for shares, net of fees. */
export const previewRedeem = (vault: Address, shares: bigint): Read<bigint> =>
  readUint(vault, selectors.previewRedeem, word(shares))

/**
 * `cooldownDuration()` of vaults like Ethena's: seconds to wait for the assets of shares, and while it is not 0, `redeem`
 * reverts. 0 if the vault has no such function.
 */
export const cooldownDuration = (vault: Address): Read<bigint> =>
  orElse(readUint(vault, selectors.cooldownDuration), 0n)

/** `paused()`: neither way is open. False if the vault has no such function. */
export const isPaused = (vault: Address): Read<boolean> => orElse(readFlag(vault, selectors.paused), false)

const orElse = <T>(read: Read<T>, other: T): Read<T> => ({
  ...read,
  decode: (answer) => undefinedOnRangeError(() => read.decode(answer)) ?? other,
})
