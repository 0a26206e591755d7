import type { Read } from '#domain/reads'
import { type Address, evm } from '#domain/units'
import { addressWord, callData, uintAt } from '#domain/words'

/** Multicall3, at one address on nearly every chain. */
const multicall3 = evm('0xca11bde05977b3631167028862be2a173976ca11')

/** The time of the block, seconds since 1970: Multicall3 knows it. */
export const getTime: Read<bigint> = {
  to: multicall3,
  data: callData('0x0f28c97d'),
  decode: (answer) => uintAt(answer, 0),
}

/** Native currency of an account, which Multicall3 knows as well. */
export const getNative = (account: Address): Read<bigint> => ({
  to: multicall3,
  data: callData('0x4d2301cc', addressWord(account)),
  decode: (answer) => uintAt(answer, 0),
})
