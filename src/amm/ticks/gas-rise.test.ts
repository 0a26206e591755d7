import { expect, test } from 'vitest'
import { sqrtPriceAtTick } from '#math/ticks/tick'
import { computeGasRise } from './gas-rise.ts'
import type { TickState } from './state.ts'

/** One position of 10²⁴ over −600 … 600 and one over −60 … 60; the price stands at tick 5. */
const state: TickState = {
  sqrtPriceX96: sqrtPriceAtTick(5),
  tick: 5,
  liquidity: 2n * 10n ** 24n,
  tickSpacing: 60,
  feePpm: 500,
  ticks: [
    [-600, 10n ** 24n],
    [-60, 10n ** 24n],
    [60, -(10n ** 24n)],
    [600, -(10n ** 24n)],
  ],
  knownFrom: -887_272,
  knownTo: 887_272,
}
const gas = { swap: 100_000, crossing: 5_000, tick: 20_000, word: 7_000 }
const sale = { sellsToken0: true, amountIn: 10n ** 21n } // moves the price by some ten ticks

test.each<[share: number, rise: number]>([
  [0.001, 0], // ten ticks: none is in reach
  [0.0065, 52_200], // 65: it crosses −60, as if for the first time: 25,000 + 34,200, less the empty word at 0
  [0.02, 52_200], // two hundred: no price is nearer to both −60 and 0
])('prices within %d may add %i gas', (share, rise) => {
  expect(computeGasRise(state, gas, sale, share)).toBe(rise)
})

test('a tick that the swap crosses already costs nothing more', () => {
  const large = { sellsToken0: true, amountIn: 10n ** 22n } // 5 … −66
  expect(computeGasRise(state, gas, large, 0.001)).toBe(0)
})

test('a swap of next to nothing crosses a tick that others bring the price to', () => {
  const at50 = { ...state, tick: 50, sqrtPriceX96: sqrtPriceAtTick(50) }
  // of the prices spread over fifty ticks the one at 0 adds an empty word; at 60 it crosses what others have crossed
  expect(computeGasRise(at50, gas, { sellsToken0: true, amountIn: 10n ** 15n }, 0.005)).toBe(25_000)
  expect(computeGasRise(at50, gas, { sellsToken0: false, amountIn: 10n ** 15n }, 0.005)).toBe(59_200)
})

test('the rise over one state is that of the share and direction asked for, in any order', () => {
  const asked = [0.0065, 0.001, 0.0065].map((share) => computeGasRise(state, gas, sale, share))
  expect(asked).toEqual([52_200, 0, 52_200])
  const fromBelow = computeGasRise(state, gas, { ...sale, sellsToken0: false }, 0.0065)
  expect([fromBelow, computeGasRise(state, gas, sale, 0.0065)]).toEqual([59_200, 52_200])
})
