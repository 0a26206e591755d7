import { readAddress, readContract, readUint } from '#domain/calls/getters'
import type { Read } from '#domain/calls/reads'
import { addressWord, callData, uintAt, word } from '#domain/calls/words'
import type { Address } from '#domain/units'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'

const selectors = {
  getPool: '0x531aa03e',
  vault: '0xfbfa77cf',
  getReserves: '0x0902f1ac',
  getSwapFee: '0x8b4c5470',
  getAmountOut: '0xff9c8ac6',
  token0PrecisionMultiplier: '0xbaa8c7cb',
  token1PrecisionMultiplier: '0x4e25dc47',
} as const

/** `getPool(address,address)`: the pool of two tokens, or `undefined` if the factory has created none. */
export const getPool = (factory: Address, [a, b]: readonly [Address, Address]): Read<Address | undefined> =>
  readContract(factory, selectors.getPool, addressWord(a), addressWord(b))

/** `vault()`: the holder of the pool's tokens; `undefined` for a pool that holds them itself. */
export const getVault = (pool: Address): Read<Address | undefined> =>
  decodeOrUndefined(readAddress(pool, selectors.vault))

/** `getReserves()`: of token 0 and token 1. */
export const getReserves = (pool: Address): Read<readonly [bigint, bigint]> => ({
  to: pool,
  data: callData(selectors.getReserves),
  decode: (answer) => [uintAt(answer, 0), uintAt(answer, 1)],
})

/** `getSwapFee(address,address,address,bytes)`: a sender's fee on one token sold for the other, in 10^-5. */
export const getSwapFee = (pool: Address, sender: Address, tokenIn: Address, tokenOut: Address): Read<bigint> =>
  readUint(pool, selectors.getSwapFee, ...[sender, tokenIn, tokenOut].map(addressWord), word(4 * 32), word(0))

/**
 * `token0PrecisionMultiplier()` and `token1PrecisionMultiplier()` of a stable pool; a classic one lacks these
 * functions.
 */
export const getMultipliers = (pool: Address): readonly [Read<bigint | undefined>, Read<bigint | undefined>] => [
  decodeOrUndefined(readUint(pool, selectors.token0PrecisionMultiplier)),
  decodeOrUndefined(readUint(pool, selectors.token1PrecisionMultiplier)),
]

/** `getAmountOut(address,uint256,address)`: the pool's quote for a sender; `undefined` if it refuses. */
export const getAmountOut = (
  pool: Address,
  tokenIn: Address,
  amountIn: bigint,
  sender: Address,
): Read<bigint | undefined> =>
  decodeOrUndefined(readUint(pool, selectors.getAmountOut, addressWord(tokenIn), word(amountIn), addressWord(sender)))

const decodeOrUndefined = <T>(read: Read<T>): Read<T | undefined> => ({
  ...read,
  decode: (answer) => undefinedOnRangeError(() => read.decode(answer)),
})
