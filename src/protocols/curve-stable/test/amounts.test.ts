/** Our amounts against the invariant solved exactly, within the bounds of the contracts' roundings. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CurveStableState } from '#protocols/curve-stable/amounts/state'
import { protocol } from '#protocols/curve-stable/index'
import { anyPlan } from '#test/conformance/adapters/plans'
import { outputs } from './exact-curve.ts'
import { scenarios, stateOf } from './pools.ts'

test('outputs match the invariant, within the roundings of D, y and the fee', () => {
  let given = 0
  let tight = 0
  const plans = anyPlan<CurveStableState>(({ balances }) => balances)
  fc.assert(
    fc.property(scenarios, plans, (scenario, plan) => {
      const state = stateOf(scenario)
      const trade = plan(state)
      const out = protocol.amountOut(state, trade)
      if (out === undefined) return
      const { min, max } = outputs(state, trade)
      expect(out).toBeGreaterThanOrEqual(min)
      expect(out).toBeLessThanOrEqual(max)
      given += 1
      if ((max - min) * 10n ** 8n <= out) tight += 1
    }),
    { numRuns: 2_000 },
  )
  expect(given).toBeGreaterThan(800)
  expect(tight).toBeGreaterThan(given / 3)
})
