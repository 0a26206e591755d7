/** The second walk over ticks against real pools: families without a contract to run are compared with it. */
import { expect, test } from 'vitest'
import type { TickState } from '#amm/ticks/state'
import { all } from '../families.gen.ts'
import { readCases } from '../vectors.ts'
import { plainSwap } from './plain-walk.ts'

/** But those with a list of ticks, which swap without a stop at the end of each word. */
const isLinked = (kind: string) => readCases(kind).some(({ state }) => (state as TickState).linked)
const proven = all.flatMap((family) => ('stepped' in family && !isLinked(family.kind) ? [family.kind] : []))

test.each(['uniswap-v3', ...proven])('gives the outputs of recorded pools of %s', (kind) => {
  const cases = readCases(kind)
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
