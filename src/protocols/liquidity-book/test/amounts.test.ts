/**
 * Our amounts against bins computed in fractions of six hundred bits, within the bounds of the contract's roundings.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Trade } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { middleBin } from '#math/ticks/bin-price'
import { protocol } from '#protocols/liquidity-book/index'
import type { LiquidityBookState } from '#protocols/liquidity-book/state'
import { swap } from '#protocols/liquidity-book/swap'
import { anyPlan } from '#test/conformance/adapters/plans'
import { type Scenario, scenarios, stateOf } from './pools.ts'

/** 1, in the scale of all fractions here. */
const one = 1n << 600n
const times = (a: bigint, b: bigint): bigint => (a * b) / one
const over = (a: bigint, b: bigint): bigint => (a * one) / b

/** (1 + step)^(id − 2^23) by powers of two, in six hundred bits. */
function priceOf(id: number, binStep: number): bigint {
  let power = over(10_000n + BigInt(binStep), 10_000n)
  let price = one
  for (let n = Math.abs(id - middleBin); n > 0; n >>= 1) {
    if (n & 1) price = times(price, power)
    power = times(power, power)
  }
  return id < middleBin ? over(one, price) : price
}

/** The fee of a bin as a fraction, from the state's volatility. */
function feeOf({ rules, volatility, activeId, binStep }: LiquidityBookState, id: number): bigint {
  const { accumulator, reference, idReference, age } = volatility
  const isNew = age >= rules.filterPeriod
  const faded = age < rules.decayPeriod ? (accumulator * rules.reductionFactor) / 10_000n : 0n
  const [from, past] = isNew ? [activeId, faded] : [idReference, reference]
  const moved = past + BigInt(Math.abs(id - from)) * 10_000n
  const most = moved < rules.mostVolatility ? moved : rules.mostVolatility
  const variable = ((most * BigInt(binStep)) ** 2n * rules.variableFeeControl * one) / (100n * 10n ** 18n)
  return (rules.baseFactor * BigInt(binStep) * one) / 10n ** 8n + variable
}

interface Reckoned {
  /** Without any rounding; at most all that the bins hold. */
  readonly out: bigint
  /** By how much less roundings may leave. */
  readonly off: bigint
  /** Units of the input that may be left over: a bin takes at most three more than it needs. */
  readonly left: bigint
}

function reckon(state: LiquidityBookState, { from, amountIn }: Trade): Reckoned {
  const sellsX = from === state.xIndex
  const path = state.bins.filter(([id]) => (sellsX ? id <= state.activeId : id >= state.activeId))
  let [left, out, off] = [amountIn * one, 0n, one]
  for (const [id, x, y] of sellsX ? path.toReversed() : path) {
    const held = (sellsX ? y : x) * one
    if (held === 0n) continue
    const [price, fee] = [priceOf(id, state.binStep), feeOf(state, id)]
    const rate = times(sellsX ? price : over(one, price), one - fee)
    const most = over(held, rate)
    // a bin rounds away up to three units of the input, and one of the output
    off += 3n * rate + one
    if (left <= most) return { out: out + times(left, rate), off, left: 0n }
    left -= most
    out += held
  }
  return { out, off, left: left / one }
}

/** The contract keeps 128 bits of a price or of its inverse, whichever is less: a price far from 1 has few digits. */
const minPrice = ({ bins, binStep }: LiquidityBookState): bigint =>
  bins
    .map(([id]) => priceOf(middleBin - Math.abs(id - middleBin), binStep))
    .reduce((least, price) => (price < least ? price : least), one)

/** A price of 2^-50, whose last bits changed the output more than roundings account for. */
const farFromOne: [Scenario, number, (state: LiquidityBookState) => Trade] = [
  {
    which: 5,
    at: -853_563,
    below: [],
    active: [2n ** 82n, 1n],
    above: [],
    accumulator: 0,
    reference: 0,
    moved: 0,
    age: 0,
  },
  0,
  () => ({ from: 1, to: 0, amountIn: amount(6_583_767_990n) }),
]

test('outputs match the bins at their prices, within the roundings of each', () => {
  let given = 0
  let crossed = 0
  const plans = anyPlan<LiquidityBookState>(({ bins }) =>
    [0, 1].map(() => bins.reduce((sum, [, x, y]) => sum + x + y, 0n)),
  )
  fc.assert(
    fc.property(scenarios, fc.nat(1), plans, (scenario, xIndex, plan) => {
      const state = stateOf(scenario, xIndex)
      const trade = plan(state)
      const out = protocol.amountOut(state, trade)
      const reckoned = reckon(state, trade)
      if (out === undefined) return
      given += 1
      expect(reckoned.left).toBeLessThanOrEqual(3n * BigInt(state.bins.length))
      const wide = (reckoned.out >> 100n) + (reckoned.out * 32n * one) / (minPrice(state) << 128n)
      expect(out * one).toBeLessThanOrEqual(reckoned.out + wide + one)
      expect(out * one).toBeGreaterThanOrEqual(reckoned.out - wide - reckoned.off)
      const swapped = swap(state, trade)
      if (typeof swapped !== 'string' && swapped.bins > 1) crossed += 1
    }),
    { numRuns: 1_000, examples: [farFromOne] },
  )
  expect(given).toBeGreaterThan(150)
  expect(crossed).toBeGreaterThan(30)
})

test('a refused trade counts as one bin: gas limits start from the smallest estimate', () => {
  fc.assert(
    fc.property(scenarios, fc.bigInt({ min: 1n, max: 1n << 120n }), (scenario, amountIn) => {
      const state = stateOf(scenario, 0)
      const gasOf = (n: bigint) => protocol.gas(state, { from: 0, to: 1, amountIn: n as Trade['amountIn'] })
      const isRefused = swap(state, { from: 0, to: 1, amountIn: amountIn as Trade['amountIn'] }) === 'refused'
      expect(gasOf(amountIn)).toBeGreaterThanOrEqual(gasOf(0n))
      if (isRefused) expect(gasOf(amountIn)).toBe(gasOf(0n))
    }),
  )
})

test('a pair of v2.2 refuses to hold more in one bin than it counts, one of v2.1 does not', () => {
  // out of the recordings of LFJ's own contracts: LBPair of joe-v2 067c6cc, of which this is the active bin
  const pair: LiquidityBookState = {
    ...{ binStep: 1, xIndex: 0, activeId: 8_681_673, knownFrom: 0, knownTo: 16_777_215 },
    volatility: { accumulator: 0n, reference: 0n, idReference: 8_681_673, age: 1_795_461_087n },
    rules: {
      ...{ baseFactor: 2_383n, filterPeriod: 84n, decayPeriod: 2_888n, reductionFactor: 5_951n },
      ...{ variableFeeControl: 6n, protocolShare: 1_752n, mostVolatility: 95_425n },
    },
    bins: [[8_681_673, 964_667_712_983_129_957_092n, 18_611_328_418_850_100n]],
  }
  const trade = { from: 1, to: 0, amountIn: amount(9_214_308_348_389_838_022n) }
  expect(protocol.amountOut(pair, trade)).toBe(1_727_577n)
  expect(protocol.amountOut({ ...pair, limitsBins: true }, trade)).toBeUndefined()
})
