import { readUint } from '#domain/calls/getters'
import type { Read } from '#domain/calls/reads'
import { addressWord, word } from '#domain/calls/words'
import type { Address } from '#domain/units'

const selectors = {
  totalAssets: '0x01e1d114',
  totalSupply: '0x18160ddd',
  balanceOf: '0x70a08231',
  maxDeposit: '0x402d267d',
  previewDeposit: '0xef8b30f7',
  previewRedeem: '0x4cdad506',
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
