/** Our amounts against the invariant solved exactly, within the bounds of the contracts' roundings. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount } from '#domain/units'
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

/** 3pool after trades that nearly emptied it: out of the recordings of curvefi/curve-contract 574f440. */
const drained: CurveStableState = {
  balances: [91_732_006_073_804_739_980n, 51_043_898n, 27_275_074n],
  amplification: 2_607n,
  precision: 1n,
  feeE10: 1_000_000n,
  adminFeeE10: 10_000_000_000n,
  rates: [10n ** 18n, 10n ** 30n, 10n ** 30n],
  dividedOnce: false,
}
const emptying = [
  [0, 2, 267_832_488_853_880_091_015n, 27_271_449n],
  [2, 1, 2n, 93_594n],
  [2, 0, 5_530_243n, 245_821_316_510_443_233_535n],
  [1, 0, 1n, 1_001_238_520_639n],
  [2, 0, 683_803n, 696_665_092_103_522_073n],
  [1, 2, 1_091_922_811n, 6_214_296n],
] as const
const lastSale = { from: 2, to: 1, amountIn: amount(36n) }

test('the first pools go on with the D they have after 255 steps, later ones refuse', () => {
  let state = drained
  for (const [from, to, amountIn, out] of emptying) {
    const trade = { from, to, amountIn: amount(amountIn) }
    expect(protocol.amountOut(state, trade)).toBe(out)
    state = protocol.stateAfter(state, trade)
  }
  expect(protocol.amountOut(state, lastSale)).toBe(369_495_449n)
  const later = { ...state, precision: 100n, amplification: 260_700n }
  expect(protocol.amountOut(later, lastSale)).toBeUndefined()
  // of such a D the search knows no bound
  expect(protocol.segments?.(state, lastSale).liquidity).toEqual([])
})
