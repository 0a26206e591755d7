import { expect, test } from 'vitest'
import type { Trade } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { createSwapMethods } from './swap-methods.ts'

interface Held {
  readonly held: bigint
}

const trade: Trade = { from: 0, to: 1, amountIn: amount(4n) }

/** A pool that gives half of what it is paid, and counts the swaps it computes. */
function createPool() {
  let swaps = 0
  const methods = createSwapMethods<Held, { readonly out: bigint }>(
    ({ held }, { amountIn }) => {
      swaps += 1
      return amountIn > held ? undefined : { out: amountIn / 2n }
    },
    ({ held }, { out }) => ({ held: held - out }),
  )
  return { ...methods, swaps: () => swaps }
}

test('the output of a trade and the state after it take one swap', () => {
  const pool = createPool()
  const state = { held: 10n }
  expect(pool.amountOut(state, trade)).toBe(2n)
  expect(pool.stateAfter(state, { ...trade })).toEqual({ held: 8n })
  expect(pool.swaps()).toBe(1)
})

test('another amount, direction or state is another swap', () => {
  const pool = createPool()
  const state = { held: 10n }
  expect(pool.amountOut(state, trade)).toBe(2n)
  expect(pool.amountOut(state, { ...trade, amountIn: amount(6n) })).toBe(3n)
  expect(pool.amountOut(state, { ...trade, amountIn: amount(6n), from: 1, to: 0 })).toBe(3n)
  expect(pool.stateAfter({ held: 7n }, { ...trade, amountIn: amount(6n), from: 1, to: 0 })).toEqual({ held: 4n })
  expect(pool.swaps()).toBe(4)
})

test('a trade that the pool refuses is refused again', () => {
  const pool = createPool()
  const state = { held: 3n }
  expect(pool.amountOut(state, trade)).toBeUndefined()
  expect(() => pool.stateAfter(state, trade)).toThrow(RangeError)
})

test('a trade whose object was changed meanwhile is another swap', () => {
  const pool = createPool()
  const [state, changed] = [{ held: 10n }, { ...trade }]
  expect(pool.amountOut(state, changed)).toBe(2n)
  changed.amountIn = amount(8n)
  expect(pool.amountOut(state, changed)).toBe(4n)
  expect(pool.stateAfter(state, changed)).toEqual({ held: 6n })
})
