import { expect, test } from 'vitest'
import type { TickState } from './state.ts'
import { getTickFloats } from './tick-floats.ts'

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

test('gives the liquidity between the ticks, including positions that reach beyond them', () => {
  expect([...getTickFloats(state).liquidity]).toEqual([200, 600, 700, 200])
})

test('is cached while the price moves, and rebuilt when a position beyond the known ticks is added or removed', () => {
  const first = getTickFloats(state)
  expect(getTickFloats({ ...state, tick: -90, liquidity: 600n })).toBe(first)
  expect([...getTickFloats({ ...state, liquidity: 800n }).liquidity]).toEqual([300, 700, 800, 300])
})

test('refuses ticks that remove more liquidity than there is', () => {
  expect(() => getTickFloats({ ...state, liquidity: 499n })).toThrow(/more liquidity than it has at -120/)
})
