import { readFlag } from '#domain/calls/getters'
import type { Read } from '#domain/calls/reads'
import { addressAt, addressWord, callData, uintAt, word } from '#domain/calls/words'
import { type Address, nativeToken } from '#domain/units'

const selectors = {
  getPool: '0x79bc57d5',
  metadata: '0x392f37e9',
  getFee: '0xcc56b2c5',
  isPaused: '0xb187bd26',
} as const

/** `getPool(address,address,bool)`: the pool's address, or `undefined` if the factory has created none. */
export const getPool = (
  factory: Address,
  [a, b]: readonly [Address, Address],
  stable: boolean,
): Read<Address | undefined> => ({
  to: factory,
  data: callData(selectors.getPool, addressWord(a), addressWord(b), encodeFlag(stable)),
  decode: (answer) => {
    const found = addressAt(answer, 0)
    return found === nativeToken ? undefined : found
  },
})

/** `metadata()`: one whole token of each in smallest units, and the pool's balance of each. */
export const metadata = (
  pool: Address,
): Read<{ readonly scales: readonly [bigint, bigint]; readonly reserves: readonly [bigint, bigint] }> => ({
  to: pool,
  data: callData(selectors.metadata),
  decode: (answer) => ({
    scales: [uintAt(answer, 0), uintAt(answer, 1)],
    reserves: [uintAt(answer, 2), uintAt(answer, 3)],
  }),
})

/** `getFee(address,bool)`: a pool's fee in ten-thousandths. */
export const getFee = (factory: Address, pool: Address, stable: boolean): Read<bigint> => ({
  to: factory,
  data: callData(selectors.getFee, addressWord(pool), encodeFlag(stable)),
  decode: (answer) => uintAt(answer, 0),
})

/** `isPaused()`: true if all pools of the factory refuse swaps. */
export const isPaused = (factory: Address): Read<boolean> => readFlag(factory, selectors.isPaused)

const encodeFlag = (stable: boolean): string => word(stable ? 1 : 0)
