import { readAddress, readUint } from '#domain/calls/getters'
import type { Read } from '#domain/calls/reads'
import { addressWord } from '#domain/calls/words'
import type { Address } from '#domain/units'

const selectors = {
  gem: '0x7bd2bea7',
  dai: '0xf4b9fa75',
  pocket: '0xcccef9e2',
  psm: '0x04bda262',
  to18ConversionFactor: '0x4010f777',
  tin: '0x568d4b6f',
  tout: '0xfae036d5',
  balanceOf: '0x70a08231',
  allowance: '0xdd62ed3e',
} as const

/** `gem()`: the token that is exchanged with DAI. */
export const getGem = (module: Address): Read<Address> => readAddress(module, selectors.gem)

/** `dai()` */
export const getDai = (module: Address): Read<Address> => readAddress(module, selectors.dai)

/** `psm()` of a wrapper: the module that it trades with. */
export const getModule = (wrapper: Address): Read<Address> => readAddress(wrapper, selectors.psm)

/** `pocket()`: the account that holds the gems. */
export const getPocket = (module: Address): Read<Address> => readAddress(module, selectors.pocket)

/** `to18ConversionFactor()`: 10 to the power of the decimals that gems lack. */
export const getFactor = (module: Address): Read<bigint> => readUint(module, selectors.to18ConversionFactor)

/** `tin()`: fee on the proceeds of gems sold, in 10^-18; 2^256 − 1 if none are accepted. */
export const getTin = (module: Address): Read<bigint> => readUint(module, selectors.tin)

/** `tout()`: fee on the price of gems bought, in 10^-18; 2^256 − 1 if none are given. */
export const getTout = (module: Address): Read<bigint> => readUint(module, selectors.tout)

export const getBalance = (token: Address, holder: Address): Read<bigint> =>
  readUint(token, selectors.balanceOf, addressWord(holder))

export const getAllowance = (token: Address, holder: Address, spender: Address): Read<bigint> =>
  readUint(token, selectors.allowance, addressWord(holder), addressWord(spender))
