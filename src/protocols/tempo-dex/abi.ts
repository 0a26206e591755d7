import { keccakWords } from '#amm/keccak'
import { readAddress, readFlag } from '#domain/calls/getters'
import type { Read } from '#domain/calls/reads'
import { addressWord, callData, uintAt, word } from '#domain/calls/words'
import { type Address, type Hex, nativeToken, noBytes } from '#domain/units'
import type { BookOrder, BookSide } from './swap.ts'

const selectors = {
  quoteToken: '0x217a4b70',
  paused: '0x5c975abb',
  books: '0x0c0dee70',
  readOrders: '0x842d689b',
} as const

/** The zero address for what is no token of this kind, or has no book. */
const lenient = (read: Read<Address>): Read<Address> => ({
  ...read,
  decode: (answer) => (answer === noBytes ? nativeToken : read.decode(answer)),
})

/** `quoteToken()`: the only token whose book with this one exists, besides those that name this one. */
export const getQuoteToken = (token: Address): Read<Address> => lenient(readAddress(token, selectors.quoteToken))

/** `paused()` */
export const isPaused = (token: Address): Read<boolean> => readFlag(token, selectors.paused)

/** keccak-256 of both addresses without padding. */
export const bookKey = (base: Address, quote: Address): Hex => keccakWords(base.slice(2), quote.slice(2))

/** `books(bytes32)`: its base token. */
export const getBookBase = (dex: Address, key: Hex): Read<Address> =>
  lenient(readAddress(dex, selectors.books, key.slice(2)))

export interface OrderQuery {
  readonly dex: Address
  readonly base: Address
  readonly quote: Address
  readonly isBid: boolean
  /** Read at most. */
  readonly max: number
}

/** `readOrders` of our adapter, see `TempoDex.sol`; `undefined` where it is not deployed. */
export const getOrders = (
  adapter: Address,
  { dex, base, quote, isBid, max }: OrderQuery,
): Read<BookSide | undefined> => ({
  to: adapter,
  data: callData(selectors.readOrders, ...[dex, base, quote].map(addressWord), word(isBid ? 1 : 0), word(max)),
  decode: (answer) => {
    if (answer === noBytes) return undefined
    const count = Number(uintAt(answer, 1))
    const orders = Array.from({ length: count }, (_, i) => decodeOrder(uintAt(answer, 2 + i)))
    return { orders, isWhole: count < max }
  },
})

/** As our adapter packs it. */
export const decodeOrder = (packed: bigint): BookOrder => ({
  remaining: BigInt.asUintN(128, packed),
  tick: Number(BigInt.asIntN(16, packed >> 128n)),
  flips: packed >> 144n === 1n,
})
