/** Our amounts against the invariant solved exactly, within the bounds that the contracts' roundings leave. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { protocol } from '#protocols/curve-stable/index'
import type { State } from '#protocols/curve-stable/state'
import { outputs } from './exact-curve.ts'
import { anyPlan } from './plans.ts'
import { scenarios, stateOf } from './pools/curve-stable.ts'

test('what is given is what the invariant leaves, to the roundings of D, y and the fee', () => {
  let given = 0
  let tight = 0
  const plans = anyPlan<State>(({ balances }) => balances)
  fc.assert(
    fc.property(scenarios, plans, (scenario, plan) => {
      const state = stateOf(scenario)
      const trade = plan(state)
      const out = protocol.amountOut(state, trade)
      if (out === undefined) return
      const { least, most } = outputs(state, trade)
      expect(out).toBeGreaterThanOrEqual(least)
      expect(out).toBeLessThanOrEqual(most)
      given += 1
      if ((most - least) * 10n ** 8n <= out) tight += 1
    }),
    { numRuns: 2_000 },
  )
  expect(given).toBeGreaterThan(800)
  expect(tight).toBeGreaterThan(given / 3)
})
