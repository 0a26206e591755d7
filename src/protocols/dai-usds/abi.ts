import { readAddress, readFlag, readUint } from '#domain/calls/getters'
import type { Read } from '#domain/calls/reads'
import type { Address } from '#domain/units'

const selectors = {
  dai: '0xf4b9fa75',
  usds: '0x4cf282fb',
  daiJoin: '0xc11645bc',
  live: '0x957aa58c',
  totalSupply: '0x18160ddd',
} as const

/** `dai()` of the converter. */
export const getDai = (converter: Address): Read<Address> => readAddress(converter, selectors.dai)

/** `usds()` of the converter. */
export const getUsds = (converter: Address): Read<Address> => readAddress(converter, selectors.usds)

/** `daiJoin()`: creates DAI and takes it out of existence. */
export const getDaiJoin = (converter: Address): Read<Address> => readAddress(converter, selectors.daiJoin)

/** `live()` of a join: false once it creates no more. */
export const isLive = (join: Address): Read<boolean> => readFlag(join, selectors.live)

export const totalSupply = (token: Address): Read<bigint> => readUint(token, selectors.totalSupply)
