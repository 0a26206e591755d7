import type { Read } from '#domain/calls/reads'
import { addressAt, addressWord, callData, uintAt } from '#domain/calls/words'
import { type Address, nativeToken } from '#domain/units'

const selectors = { pegOf: '0x5369a71b', reserves: '0x75172a8b' } as const

/** `pegOf(address,address)`: the pool and its fee, or `undefined` if there is none. */
export const pegOf = (
  factory: Address,
  a: Address,
  b: Address,
): Read<{ address: Address; feePpm: number } | undefined> => ({
  to: factory,
  data: callData(selectors.pegOf, addressWord(a), addressWord(b)),
  decode: (answer) => {
    const address = addressAt(answer, 0)
    return address === nativeToken ? undefined : { address, feePpm: Number(uintAt(answer, 1)) }
  },
})

/** `reserves()`: the pool's balances of its token 0 and token 1. */
export const reservesOf = (pool: Address): Read<readonly [bigint, bigint]> => ({
  to: pool,
  data: callData(selectors.reserves),
  decode: (answer) => [uintAt(answer, 0), uintAt(answer, 1)],
})
