/** The second walk over ticks against real pools: unproven families are compared with it. */
import { expect, test } from 'vitest'
import type { TickState } from '#amm/ticks/state'
import { readVectors } from '../vectors.ts'
import { plainSwap } from './plain-walk.ts'

test.each(['uniswap-v3', 'algebra-v1', 'uniswap-v4'])('gives the outputs of recorded pools of %s', (kind) => {
  const { cases } = readVectors(kind)
  let given = 0
  for (const { state: first, trades } of cases) {
    let state = first as TickState
    for (const [from, , amountIn, amountOut] of trades) {
      const swapped = plainSwap(state, from === 0, amountIn)
      expect(swapped?.out ?? null).toBe(amountOut)
      if (amountOut !== null) given += 1
      state = swapped?.state ?? state
    }
  }
  expect(given).toBeGreaterThan(100)
})
