import { readUint } from '#domain/calls/getters'
import type { Read } from '#domain/calls/reads'
import { addressAt, addressWord, callData, uintAt, word } from '#domain/calls/words'
import type { Address, Hex } from '#domain/units'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import type { DodoState } from './state.ts'

const selectors = {
  getDODOPoolBidirection: '0x794e5538',
  getPMMStateForCall: '0xfd1ed7e9',
  getUserFeeRate: '0x44096609',
  querySellBase: '0x79a04876',
  querySellQuote: '0x66410a21',
} as const

/**
 * `getDODOPoolBidirection(address,address)`: pools whose base token is the first token, and those whose base token is
 * the second; the oldest.
 */
export const getPools = (
  factory: Address,
  [a, b]: readonly [Address, Address],
  max: number,
): Read<readonly [readonly Address[], readonly Address[]]> => ({
  to: factory,
  data: callData(selectors.getDODOPoolBidirection, addressWord(a), addressWord(b)),
  decode: (answer) => [decodeAddresses(answer, 0, max), decodeAddresses(answer, 1, max)],
})

type DodoReading = Pick<DodoState, 'reserves' | 'targets' | 'price' | 'slope'> & { readonly short: number }

/**
 * `getPMMStateForCall()`, with the target computed, and the short token by index. `undefined` if that cannot be
 * computed.
 */
export const getPool = (pool: Address): Read<DodoReading | undefined> => ({
  to: pool,
  data: callData(selectors.getPMMStateForCall),
  decode: (answer) =>
    undefinedOnRangeError(() => ({
      price: uintAt(answer, 0),
      slope: uintAt(answer, 1),
      reserves: [uintAt(answer, 2), uintAt(answer, 3)],
      targets: [uintAt(answer, 4), uintAt(answer, 5)],
      short: Number(uintAt(answer, 6)),
    })),
})

/** `getUserFeeRate(address)` */
export const getFees = (pool: Address, trader: Address): Read<DodoState['fees']> => ({
  to: pool,
  data: callData(selectors.getUserFeeRate, addressWord(trader)),
  decode: (answer) => ({ pool: uintAt(answer, 0), maintainer: uintAt(answer, 1) }),
})

/**
 * `querySellBase(address,uint256)` and `querySellQuote(address,uint256)`: a trader's output; `undefined` if it refuses.
 */
export function querySell(pool: Address, from: 0 | 1, trader: Address, amountIn: bigint): Read<bigint | undefined> {
  const selector = from === 0 ? selectors.querySellBase : selectors.querySellQuote
  const read = readUint(pool, selector, addressWord(trader), word(amountIn))
  return { ...read, decode: (answer) => undefinedOnRangeError(() => read.decode(answer)) }
}

/** The first entries of a list whose offset is the word at `index`. */
function decodeAddresses(answer: Hex, index: number, max: number): readonly Address[] {
  const start = Number(uintAt(answer, index)) / 32
  const length = Math.min(max, Number(uintAt(answer, start)))
  return Array.from({ length }, (_, i) => addressAt(answer, start + 1 + i))
}
