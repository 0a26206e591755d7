/** Our amounts against the invariant solved exactly, within the bounds that the contracts' roundings leave. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Trade } from '#domain/protocol'
import { protocol } from '#protocols/curve-stable/index'
import type { State } from '#protocols/curve-stable/state'
import { curveOf, scaledBalances } from '#protocols/curve-stable/swap'
import { exactBalance, exactInvariant, fine } from './exact-stable.ts'
import { anyPlan } from './plans.ts'
import { scenarios, stateOf } from './pools/curve-stable.ts'

const unit = 10n ** 10n
const wad = 10n ** 18n
/** Newton's method stops where D moves by 1 at most, and rounds down. */
const offInvariant = 2n

interface Range {
  readonly least: bigint
  readonly most: bigint
}

/** What a trade may give, smallest units, where D and y are each only known to some units. */
function outputs(state: State, { from, to, amountIn }: Trade): Range {
  const { a, precision } = curveOf(state)
  const n = BigInt(state.balances.length)
  const before = scaledBalances(state)
  const sold = (before[from] ?? 0n) + (amountIn * (state.rates[from] ?? 0n)) / wad
  const invariant = { balances: before, ann: a * n, precision }
  const d = exactInvariant(invariant)
  const after = { ...invariant, balances: before.with(from, sold) }
  const left = (off: bigint) => exactBalance(after, to, d + off * fine)
  const [lowest, highest] = [left(-offInvariant) / fine - 2n - n, left(offInvariant) / fine + 2n + n]
  const paid = (y: bigint, feeOff: bigint): bigint => {
    const gross = (before[to] ?? 0n) - y - 1n
    const mean = { a: ((before[from] ?? 0n) + sold) / 2n, b: ((before[to] ?? 0n) + y) / 2n }
    const net = gross > 0n ? (gross * (unit - feeOf(state, mean) - feeOff)) / unit : 0n
    return (net * wad) / (state.rates[to] ?? 1n)
  }
  return { least: paid(highest, 2n) - 2n, most: paid(lowest < 0n ? 0n : lowest, -2n) + 2n }
}

/** In 10^-10, as one fraction rounded once. */
function feeOf({ feeE10, offpegE10 = 0n }: State, { a, b }: { readonly a: bigint; readonly b: bigint }): bigint {
  if (offpegE10 <= unit) return feeE10
  const square = (a + b) ** 2n
  return (offpegE10 * feeE10 * square) / ((offpegE10 - unit) * 4n * a * b + unit * square)
}

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
