import { readBlockTime, readNativeBalance } from '#domain/calls/multicall3'
import type { Read } from '#domain/calls/reads'
import { type Address, evm, type Wei } from '#domain/units'

/** Multicall3, at the same address on nearly every chain. */
const multicall3 = evm('0xca11bde05977b3631167028862be2a173976ca11')

/** The block's timestamp, in seconds since 1970. */
export const getTime: Read<bigint> = readBlockTime(multicall3)

/** The native currency balance of an account. */
export const getNativeBalance = (account: Address): Read<Wei> => readNativeBalance(multicall3, account)
