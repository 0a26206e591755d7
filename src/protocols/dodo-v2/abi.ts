import { uintOf } from '#domain/getters'
import type { Read } from '#domain/reads'
import type { Address, Hex } from '#domain/units'
import { addressAt, addressWord, callData, uintAt, word } from '#domain/words'
import { unlessRefused } from '#math/unless-refused'
import type { State } from './state.ts'

const selectors = {
  getDODOPoolBidirection: '0x794e5538',
  getPMMStateForCall: '0xfd1ed7e9',
  getUserFeeRate: '0x44096609',
  querySellBase: '0x79a04876',
  querySellQuote: '0x66410a21',
} as const

/** `getDODOPoolBidirection(address,address)`: pools whose base token is the one, and whose base token is the other; the oldest. */
export const getPools = (
  factory: Address,
  [a, b]: readonly [Address, Address],
  most: number,
): Read<readonly [readonly Address[], readonly Address[]]> => ({
  to: factory,
  data: callData(selectors.getDODOPoolBidirection, addressWord(a), addressWord(b)),
  decode: (answer) => [addressesAt(answer, 0, most), addressesAt(answer, 1, most)],
})

type Curve = Pick<State, 'reserves' | 'targets' | 'price' | 'slope'> & { readonly short: number }

/** `getPMMStateForCall()`, with the target worked out; by number which token is short. Nothing where that cannot be worked out. */
export const getPool = (pool: Address): Read<Curve | undefined> => ({
  to: pool,
  data: callData(selectors.getPMMStateForCall),
  decode: (answer) =>
    unlessRefused(() => ({
      price: uintAt(answer, 0),
      slope: uintAt(answer, 1),
      reserves: [uintAt(answer, 2), uintAt(answer, 3)],
      targets: [uintAt(answer, 4), uintAt(answer, 5)],
      short: Number(uintAt(answer, 6)),
    })),
})

/** `getUserFeeRate(address)` */
export const getFees = (pool: Address, trader: Address): Read<State['fees']> => ({
  to: pool,
  data: callData(selectors.getUserFeeRate, addressWord(trader)),
  decode: (answer) => ({ pool: uintAt(answer, 0), maintainer: uintAt(answer, 1) }),
})

/** `querySellBase(address,uint256)` and `querySellQuote(address,uint256)`: what a trader gets; nothing where it refuses. */
export function querySell(pool: Address, from: 0 | 1, trader: Address, amountIn: bigint): Read<bigint | undefined> {
  const selector = from === 0 ? selectors.querySellBase : selectors.querySellQuote
  const read = uintOf(pool, selector, addressWord(trader), word(amountIn))
  return { ...read, decode: (answer) => unlessRefused(() => read.decode(answer)) }
}

/** The first of a list whose place is the word at `index`. */
function addressesAt(answer: Hex, index: number, most: number): readonly Address[] {
  const start = Number(uintAt(answer, index)) / 32
  const length = Math.min(most, Number(uintAt(answer, start)))
  return Array.from({ length }, (_, i) => addressAt(answer, start + 1 + i))
}
