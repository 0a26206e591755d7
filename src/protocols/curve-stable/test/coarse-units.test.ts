/** A StableSwap-NG that anyone can create, whose oracles answer 1: its balances count as three units each. */
import { expect, test } from 'vitest'
import { word } from '#domain/calls/words'
import { amount, hex } from '#domain/units'
import { poolOf } from '#test/properties/routing-markets'
import type { CurveStableState } from '../amounts/state.ts'
import { protocol } from '../index.ts'

const whole = 10n ** 18n
const state: CurveStableState = {
  balances: [3n * whole, 3n * whole],
  rates: [1n, 1n],
  amplification: 20_000n,
  precision: 100n,
  dividedOnce: true,
  feeE10: 1_000_000n,
  offpegE10: 10n ** 10n,
  adminFeeE10: 5_000_000_000n,
}

test('it is read, as its own quote of a whole token is 0, too', () => {
  const words: Record<string, readonly bigint[]> = {
    '0xfd0684b1': [32n, 2n, 1n, 1n], // stored_rates()
    '0x8edfdd5f': [10n ** 10n], // offpeg_fee_multiplier()
    '0x76a2f0f0': [20_000n], // A_precise()
    '0xb4b577ad': [20_000n], // future_A()
    '0xddca3f43': [1_000_000n], // fee()
    '0xfee3f7f9': [5_000_000_000n], // admin_fee()
    '0x4903b0d1': [3n * whole], // balances(uint256)
    '0x5e0d443f': [0n], // get_dy(int128,int128,uint256)
  }
  const { pool } = poolOf(1, [0, 1], [whole, whole])
  const reading = protocol.load({ ...pool, facts: { ng: true, decimals: [18, 18] } })
  const asked = reading.next([])
  if (asked.done) throw new Error('asks nothing')
  const answers = asked.value.map(({ data }) => hex(`0x${(words[data.slice(0, 10)] ?? []).map(word).join('')}`))
  expect(reading.next(answers)).toEqual({ done: true, value: state })
})

test('no curve says what it gives, so routes do not count on it', () => {
  const request = { from: 0, to: 1, maxInput: 10n * whole } as never
  expect(protocol.segments?.(state, request)?.liquidity).toEqual([])
  const fine = { ...state, rates: [10n ** 18n, 10n ** 18n] }
  expect(protocol.segments?.(fine, request)?.liquidity).not.toEqual([])
  expect(protocol.amountOut(state, { from: 0, to: 1, amountIn: amount(whole) })).toBeUndefined()
})
