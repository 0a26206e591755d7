import { addressOf, uintOf } from '#domain/getters'
import type { Read } from '#domain/reads'
import type { Address } from '#domain/units'
import { addressWord } from '#domain/words'

const selectors = {
  gem: '0x7bd2bea7',
  dai: '0xf4b9fa75',
  pocket: '0xcccef9e2',
  to18ConversionFactor: '0x4010f777',
  tin: '0x568d4b6f',
  tout: '0xfae036d5',
  balanceOf: '0x70a08231',
  allowance: '0xdd62ed3e',
} as const

/** `gem()`: what DAI is exchanged with. */
export const gemOf = (module: Address): Read<Address> => addressOf(module, selectors.gem)

/** `dai()` */
export const daiOf = (module: Address): Read<Address> => addressOf(module, selectors.dai)

/** `pocket()`: where the gems lie. */
export const pocketOf = (module: Address): Read<Address> => addressOf(module, selectors.pocket)

/** `to18ConversionFactor()`: 10 to the power of the decimals that gems lack. */
export const factorOf = (module: Address): Read<bigint> => uintOf(module, selectors.to18ConversionFactor)

/** `tin()`: of what gems are sold for, parts of 10^18; 2^256 − 1 where none are taken. */
export const tinOf = (module: Address): Read<bigint> => uintOf(module, selectors.tin)

/** `tout()`: on what gems are bought for, parts of 10^18; 2^256 − 1 where none are given. */
export const toutOf = (module: Address): Read<bigint> => uintOf(module, selectors.tout)

export const balanceOf = (token: Address, holder: Address): Read<bigint> =>
  uintOf(token, selectors.balanceOf, addressWord(holder))

export const allowanceOf = (token: Address, holder: Address, spender: Address): Read<bigint> =>
  uintOf(token, selectors.allowance, addressWord(holder), addressWord(spender))
