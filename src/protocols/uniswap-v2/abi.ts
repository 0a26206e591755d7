import type { Read } from '#domain/reads'
import { type Address, nativeToken } from '#domain/units'
import { addressAt, addressWord, callData, uintAt } from '#domain/words'

const selectors = { getPair: '0xe6a43905', getReserves: '0x0902f1ac' } as const

/** `getPair(address,address)`: the pair's address, or `undefined` where the factory has made none. */
export const getPair = (factory: Address, a: Address, b: Address): Read<Address | undefined> => ({
  to: factory,
  data: callData(selectors.getPair, addressWord(a), addressWord(b)),
  decode: (answer) => {
    const found = addressAt(answer, 0)
    return found === nativeToken ? undefined : found
  },
})

/** `getReserves()`: what the pair holds of its token 0 and token 1. */
export const getReserves = (pair: Address): Read<readonly [bigint, bigint]> => ({
  to: pair,
  data: callData(selectors.getReserves),
  decode: (answer) => [uintAt(answer, 0), uintAt(answer, 1)],
})
