import type { Read } from '#domain/reads'
import { type Address, nativeToken } from '#domain/units'
import { addressAt, addressWord, callData, word } from '#domain/words'

const selector = '0x1698ee82'

/** `getPool(address,address,uint24)`: the pool's address, or `undefined` where the factory has made none. */
export const getPool = (factory: Address, a: Address, b: Address, feePpm: number): Read<Address | undefined> => ({
  to: factory,
  data: callData(selector, addressWord(a), addressWord(b), word(feePpm)),
  decode: (answer) => {
    const found = addressAt(answer, 0)
    return found === nativeToken ? undefined : found
  },
})
