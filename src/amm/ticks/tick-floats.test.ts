import { expect, test } from 'vitest'
import type { TickState } from './state.ts'
import { tickFloats } from './tick-floats.ts'

const state: TickState = {
  sqrtPriceX96: 2n ** 96n,
  tick: 0,
  liquidity: 700n,
  tickSpacing: 60,
  knownFrom: -600,
  knownTo: 600,
  feePpm: 3_000,
  ticks: [
    [-120, 400n],
    [-60, 100n],
    [60, -500n],
  ],
}

test('says what lies between the ticks, that of positions beyond them included', () => {
  expect([...tickFloats(state).liquidity]).toEqual([200, 600, 700, 200])
})

test('is kept while price moves, and made anew where a position beyond the known ticks came or went', () => {
  const first = tickFloats(state)
  expect(tickFloats({ ...state, tick: -90, liquidity: 600n })).toBe(first)
  expect([...tickFloats({ ...state, liquidity: 800n }).liquidity]).toEqual([300, 700, 800, 300])
})

test('ticks that take more than there is are refused', () => {
  expect(() => tickFloats({ ...state, liquidity: 499n })).toThrow(/more liquidity than it has at -120/)
})
