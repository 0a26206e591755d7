/** Our amounts against both invariants solved exactly, within the bounds of the contracts' roundings. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Trade } from '#domain/pools/protocol'
import { protocol } from '#protocols/syncswap/index'
import type { SyncSwapState } from '#protocols/syncswap/state'
import { exactBalance, exactInvariant, fine } from '#test/conformance/adapters/exact-stable'
import { anyPlan } from '#test/conformance/adapters/plans'
import { scenarios, stateOf } from './pools.ts'

const feeUnit = 100_000n
/** Twice the amplification of 1,000. */
const ann = 2_000n

interface Side {
  readonly held: bigint
  readonly scale: bigint
}

const sidesOf = ({ reserves, multipliers = [1n, 1n] }: SyncSwapState, from: number): readonly [Side, Side] => {
  const sides = reserves.map((held, i): Side => ({ held, scale: multipliers[i] ?? 1n }))
  const [sold = { held: 0n, scale: 1n }, bought = sold] = from === 0 ? sides : sides.toReversed()
  return [sold, bought]
}

/** True if a classic pool may give `out`: the product of its balances then, net of the fee, is no less than before. */
function keepsProduct(state: SyncSwapState, { from, amountIn }: Trade, out: bigint): boolean {
  const [sold, bought] = sidesOf(state, from)
  const net = amountIn * (feeUnit - (state.feesE5[from] ?? 0n))
  return (sold.held * feeUnit + net) * (bought.held - out) >= sold.held * bought.held * feeUnit
}

/**
 * Possible outputs of a stable pool, smallest units, given errors of D and y of some units each. If balances are so
 * uneven that D² is small compared with them, a quotient rounded down is a fraction of D, and of y.
 */
function stableRange(state: SyncSwapState, { from, amountIn }: Trade): readonly [min: bigint, max: bigint] {
  const [sold, bought] = sidesOf(state, from)
  const [x, y] = [sold.held * sold.scale, bought.held * bought.scale]
  const d = exactInvariant({ balances: [x, y], ann, precision: 1n })
  const whole = d / fine + 1n
  const off = 2n + (x + y) / whole
  const kept = feeUnit - (state.feesE5[from] ?? 0n)
  const left = (feeOff: bigint, sign: bigint) => {
    const paid = x + (amountIn * kept * sold.scale) / feeUnit + feeOff * sold.scale
    const found = exactBalance({ balances: [paid, y], ann, precision: 1n }, 1, d + sign * off * fine) / fine
    return found + sign * (4n + (2n * found * paid) / whole ** 2n)
  }
  const given = (after: bigint) => (after < y ? (y - after) / bought.scale : 0n)
  return [given(left(0n, 1n)) - 1n, given(left(1n, -1n)) + 1n]
}

test('outputs match the invariants, within the roundings of D, y and the fee', () => {
  const given = { classic: 0, stable: 0, tight: 0 }
  const plans = anyPlan<SyncSwapState>(({ reserves }) => reserves)
  fc.assert(
    fc.property(scenarios, plans, (scenario, plan) => {
      const state = stateOf(scenario)
      const trade = plan(state)
      const out = protocol.amountOut(state, trade)
      if (out === undefined) return
      if (state.multipliers === undefined) {
        expect([keepsProduct(state, trade, out), keepsProduct(state, trade, out + 1n)]).toEqual([true, false])
        given.classic += 1
        return
      }
      const [min, max] = stableRange(state, trade)
      expect(out).toBeGreaterThanOrEqual(min)
      expect(out).toBeLessThanOrEqual(max)
      given.stable += 1
      if ((max - min) * 10n ** 8n <= out) given.tight += 1
    }),
    { numRuns: 3_000 },
  )
  expect(Math.min(given.classic, given.stable)).toBeGreaterThan(400)
  expect(given.tight).toBeGreaterThan(given.stable / 8)
})
