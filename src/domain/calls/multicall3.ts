/** What Multicall3 returns besides forwarding calls. Its code and selectors: mds1/multicall, Multicall3.sol. */

import { type Address, type Wei, wei } from '#domain/units'
import { readUint } from './getters.ts'
import type { Read } from './reads.ts'
import { addressWord } from './words.ts'

export const multicall3Selectors = {
  aggregate3: '0x82ad56cb', // aggregate3((address,bool,bytes)[])
  getBlockNumber: '0x42cbb15c', // getBlockNumber()
  getCurrentBlockTimestamp: '0x0f28c97d', // getCurrentBlockTimestamp()
  getEthBalance: '0x4d2301cc', // getEthBalance(address)
} as const

/** The block's time, seconds since 1970. */
export const readBlockTime = (multicall: Address): Read<bigint> =>
  readUint(multicall, multicall3Selectors.getCurrentBlockTimestamp)

/** The block's number as contracts read it, which need not be that of the node. */
export const readBlockNumber = (multicall: Address): Read<bigint> =>
  readUint(multicall, multicall3Selectors.getBlockNumber)

/** An account's native balance. */
export const readNativeBalance = (multicall: Address, account: Address): Read<Wei> => {
  const read = readUint(multicall, multicall3Selectors.getEthBalance, addressWord(account))
  return { ...read, decode: (answer) => wei(read.decode(answer)) }
}
