import { readUint } from '#domain/calls/getters'
import type { Read } from '#domain/calls/reads'
import { callData, uintAt, word } from '#domain/calls/words'
import type { Address } from '#domain/units'

const selectors = {
  balances: '0x4903b0d1',
  invariant: '0x0f529ba2',
  a: '0xf446c1d0',
  gamma: '0xb1373929',
  midFee: '0x92526c0c',
  outFee: '0xee8de675',
  feeGamma: '0x72d4f0e2',
  virtualPrice: '0x0c46b72a',
  totalSupply: '0x18160ddd',
  adjustmentStep: '0x083812e5',
  futureTime: '0xf9ed9597',
  isKilled: '0x9c868ac0',
  getDy: '0x556d6e9f',
} as const

/**
 * Selectors of prices: without an argument if the pool has two tokens, otherwise with the token's index, counted from
 * 0.
 */
const prices = {
  scale: ['0xb9e8c9fd', '0xa3f7cdd5'],
  oracle: ['0x86fc88d3', '0x68727653'],
  last: ['0xc146bf94', '0x59189017'],
} as const

type Numbers = Exclude<keyof typeof selectors, 'balances' | 'isKilled' | 'getDy'>

/** `D()`, `A()`, `mid_fee()` and the other numbers without an argument. */
export const getNumber = (of: Address, name: Numbers): Read<bigint> => readUint(of, selectors[name])

/** `balances(uint256)`: what the pool counts as its own of a token. */
export const getBalance = (pool: Address, index: number): Read<bigint> => ({
  to: pool,
  data: callData(selectors.balances, word(index)),
  decode: (answer) => uintAt(answer, 0),
})

/** `price_scale`, `price_oracle` or `last_prices`, of each token except the first. */
export const getPrices = (pool: Address, which: keyof typeof prices, count: number): readonly Read<bigint>[] => {
  const [alone, numbered] = prices[which]
  return Array.from({ length: count - 1 }, (_, k) => ({
    to: pool,
    data: count === 2 ? callData(alone) : callData(numbered, word(k)),
    decode: (answer) => uintAt(answer, 0),
  }))
}

/** `is_killed()`; false for a pool without that function. */
export const isKilled = (pool: Address): Read<boolean> => ({
  to: pool,
  data: callData(selectors.isKilled),
  decode: (answer) => answer.length === wordLength && uintAt(answer, 0) !== 0n,
})

/** `get_dy(uint256,uint256,uint256)`: the pool's quote of a trade; 0 if it refuses. */
export const getDy = (pool: Address, from: number, to: number, amountIn: bigint): Read<bigint> => ({
  to: pool,
  data: callData(selectors.getDy, word(from), word(to), word(amountIn)),
  decode: (answer) => (answer.length === wordLength ? uintAt(answer, 0) : 0n),
})

/** `version()` of a pool's math: the first word of its text, 0 if it has none. */
export const getVersion = (math: Address): Read<bigint> => ({
  to: math,
  data: callData('0x54fd4d50'),
  decode: (answer) => (answer.length === 2 + 3 * 64 ? uintAt(answer, 2) : 0n),
})

const wordLength = 2 + 64
