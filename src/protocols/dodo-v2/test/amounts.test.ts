/**
 * Our amounts against the curve itself in exact fractions, within the bounds of the contract's roundings: no root is
 * computed here; the input for an output is computed instead.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Trade } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { protocol } from '#protocols/dodo-v2/index'
import type { DodoState } from '#protocols/dodo-v2/state'
import { anyPlan } from '#test/conformance/adapters/plans'
import { scenarios, stateOf } from './pools.ts'

const one = 10n ** 18n

interface Balance {
  readonly held: bigint
  readonly target: bigint
}

const balanceOf = ({ reserves, targets }: DodoState, i: number): Balance => ({
  held: reserves[i] ?? 0n,
  target: targets[i] ?? 0n,
})

interface Payment {
  /** Times the price, which has 18 decimals more. */
  readonly paid: bigint
  readonly price: bigint
}

/** Error of the contract's quadratic, or of its product, in units of the remaining balance. */
function unitsOf({ slope }: DodoState, { held, target }: Balance, { paid, price }: Payment): bigint {
  const [k, flat] = [Number(slope) / 1e18, Number(one - slope) / 1e18]
  const curved = k > 0 && flat > 0 ? 3 / flat + 2 / Math.sqrt(k * flat) + Number(held) / (k * Number(target)) : 0
  // if a product of three overflows, it is divided before it is multiplied by the price
  const early = slope === one && (paid * held) >> 256n > 0n ? ((price / target + 1n) * held) / one : 0n
  return BigInt(Math.ceil(4 + curved + Number(target) * 1e-17)) + early
}

/** True if `out` of a balance at or below its target costs at most `paid`, which has 18 decimals more. */
function isPaid(slope: bigint, { held, target }: Balance, out: bigint, paid: bigint): boolean {
  if (out <= 0n) return true
  if (out >= held) return slope === 0n && out === held && out * one <= paid
  const room = held * (held - out)
  return out * ((one - slope) * room + slope * target ** 2n) <= paid * room
}

/** Expects `out` of a balance to be the largest output that a payment buys. */
function expectLeaving(state: DodoState, balance: Balance, out: bigint, payment: Payment): void {
  const units = unitsOf(state, balance, payment)
  const { paid } = payment
  expect(isPaid(state.slope, balance, out - units, paid)).toBe(true)
  expect(isPaid(state.slope, balance, out + units, paid) && out + units < balance.held).toBe(false)
}

/** Expects the output of returning towards a target, at most all that is to spare. */
function expectReturning({ slope }: DodoState, { held, target }: Balance, trade: Returning): void {
  const { paid, price, out, spare } = trade
  const room = held * (held + paid)
  const fair = (price * paid * ((one - slope) * room + slope * target ** 2n)) / (room * one ** 2n)
  const off = 3n + fair / 10n ** 15n + (2n * fair * (held + paid)) / target ** 2n
  expect(out).toBeLessThanOrEqual(fair < spare ? fair : spare)
  expect(out).toBeGreaterThanOrEqual((fair < spare ? fair : spare) - off)
}

interface Returning {
  readonly paid: bigint
  readonly price: bigint
  readonly out: bigint
  readonly spare: bigint
}

const counted = { leaving: 0, returning: 0, crossing: 0 }

function expectFair(state: DodoState, { from, amountIn }: Trade, out: bigint): void {
  const price = from === 0 ? state.price : one ** 2n / state.price
  const [sold, bought] = [balanceOf(state, from), balanceOf(state, 1 - from)]
  const [missing, spare] = [sold.target - sold.held, bought.held - bought.target]
  if (state.short !== from) {
    counted.leaving += 1
    const held = state.short === 'neither' ? bought.target : bought.held
    expectLeaving(state, { ...bought, held }, out, { paid: price * amountIn, price })
  } else if (amountIn < missing) {
    counted.returning += 1
    expectReturning(state, sold, { paid: amountIn, price, out, spare })
  } else {
    counted.crossing += 1
    expect(out).toBeGreaterThanOrEqual(spare)
    const paid = price * (amountIn - missing)
    if (paid > 0n) expectLeaving(state, { ...bought, held: bought.target }, out - spare, { paid, price })
  }
}

test('outputs cost what is paid, within the roundings of each step', () => {
  const plans = anyPlan<DodoState>(({ reserves }) => reserves)
  fc.assert(
    fc.property(scenarios, plans, (scenario, plan) => {
      const state = stateOf(scenario)
      const trade = plan(state)
      const gross = protocol.amountOut({ ...state, fees: { pool: 0n, maintainer: 0n } }, trade)
      if (gross === undefined) return
      expectFair(state, trade, gross)
      const { pool, maintainer } = state.fees
      const net = gross - (gross * pool) / one - (gross * maintainer) / one
      expect(protocol.amountOut(state, trade) ?? 0n).toBe(net)
    }),
    { numRuns: 4_000 },
  )
  expect(Math.min(counted.leaving, counted.returning, counted.crossing)).toBeGreaterThan(100)
})

test('a product of three that overflows is divided earlier, with no larger error than that', () => {
  const reserves = [396_140_812_571_321_687_967_719_751_680n, 1_109_194_275_199n] as const
  const state = stateOf({
    ...{ vending: false, spare: [0, 1], short: 0, price: 7n, slope: one, fees: [0n, 0n], reserves },
  })
  for (let bits = 0; bits < 60; bits += 1) {
    const trade: Trade = { from: 1, to: 0, amountIn: amount((1n << BigInt(bits)) + 12_345n) }
    expectFair(state, trade, protocol.amountOut(state, trade) ?? 0n)
  }
})

test('the target of the short token is where its cost equals what the pool has to spare', () => {
  let compared = 0
  fc.assert(
    fc.property(scenarios, (scenario) => {
      const state = stateOf(scenario)
      const { short, slope } = state
      if (short === 'neither') return
      const [{ held, target }, other] = [balanceOf(state, short), balanceOf(state, 1 - short)]
      const paid = (short === 0 ? one ** 2n / state.price : state.price) * (other.held - other.target)
      // the cost of going from a target down to the balance, times the balance
      const cost = (aim: bigint) => (aim - held) * ((one - slope) * held + slope * aim)
      const off = 2n + target / 10n ** 17n + (slope > 0n ? held / slope : 0n)
      if (target - off > held) expect(cost(target - off)).toBeLessThanOrEqual(paid * held)
      expect(cost(target + off)).toBeGreaterThanOrEqual(paid * held)
      compared += 1
    }),
    { numRuns: 2_000 },
  )
  expect(compared).toBeGreaterThan(800)
})
