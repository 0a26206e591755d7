/**
 * Outputs of Curve's pools of tokens with different values against a second derivation: the invariant in integers,
 * without rounding.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Trade } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import type { CurveCryptoState } from '#protocols/curve-crypto/amounts/state'
import { scaleBalances } from '#protocols/curve-crypto/amounts/swap'
import { protocol } from '#protocols/curve-crypto/index'
import { anyPlan } from '#test/conformance/adapters/plans'
import { exactBalance, exactInvariant, fine } from './exact-curve.ts'
import { scenarios, stateOf } from './pools.ts'

const [unit, wad] = [10n ** 10n, 10n ** 18n]
/** Error of D and of a balance: this fraction of D, and some units. */
const known = (d: bigint): bigint => d / 10n ** 17n + 20n

/** With a tiny gamma, Twocrypto-NG divides away most digits of its cubic: more with a smaller gamma. */
const coarseness = ({ kind, gamma, invariant }: CurveCryptoState): bigint => {
  if (kind !== 'two-ng' || gamma >= 10n ** 12n) return 0n
  return invariant / (gamma < 10n ** 11n ? gamma * 10n : 10n ** 12n)
}

/** One whose cubic is off by 1.8 · 10^-12 of D. */
const coarse: CurveCryptoState = {
  ...{ kind: 'two-ng', isSettled: true, a: 4_000n, gamma: 10n ** 10n },
  ...{ midFeeE10: 1_000_000n, outFeeE10: 300_000_000n, feeGamma: 10n ** 12n },
  ...{
    precisions: [10n ** 10n, 1n],
    priceScale: [10n ** 14n],
    balances: [115_407_442n, 11_540_744_261_114_538_230_000n],
  },
  ...{ invariant: 2_308_148_846_111_453_815n, virtualPrice: wad, supply: 115_407_442_305_572_690_724n },
}

interface Range {
  readonly min: bigint
  readonly max: bigint
}

/** Possible outputs of a trade, smallest units, given the error of a balance. */
function outputs(state: CurveCryptoState, { from, to, amountIn }: Trade): Range {
  const sold = { ...state, balances: state.balances.with(from, (state.balances[from] ?? 0n) + amountIn) }
  const before = scaleBalances(sold)
  const { a, gamma, invariant } = state
  const left = exactBalance({ balances: before, a, gamma }, to, invariant) / fine
  const price = to === 0 ? wad : (state.priceScale[to - 1] ?? wad)
  const paid = (y: bigint, off: bigint): bigint => {
    const gross = (((before[to] ?? 0n) - y) * wad) / price / (state.precisions[to] ?? 1n)
    const fee = feeOf(state, before.with(to, y))
    return gross > 0n ? gross - (gross * fee) / unit + off : 0n
  }
  const off = known(invariant) + coarseness(state)
  return { min: paid(left + off, -3n), max: paid(left - off, 3n) }
}

/** In 10^-10, as one fraction rounded once. */
function feeOf({ midFeeE10, outFeeE10, feeGamma }: CurveCryptoState, balances: readonly bigint[]): bigint {
  const n = BigInt(balances.length)
  const sum = balances.reduce((total, one) => total + one, 0n) ** n
  const product = balances.reduce((all, one) => all * one * n, 1n)
  if (n > 2n && feeGamma === 0n) return (midFeeE10 * product + outFeeE10 * (sum - product)) / sum
  const [near, far] = [feeGamma * sum, wad * (sum - product)]
  return (midFeeE10 * near + outFeeE10 * far) / (near + far)
}

/** A pool, and a trade with it. */
const trades = fc
  .tuple(
    scenarios,
    anyPlan<CurveCryptoState>(({ balances }) => balances),
  )
  .map(([scenario, plan]) => {
    const state = stateOf(scenario)
    if (state === undefined) throw new Error('a pool without D')
    return { state, trade: plan(state) }
  })

test('outputs match the invariant, to a part of D in 10^17', () => {
  let [given, tight] = [0, 0]
  fc.assert(
    fc.property(trades, ({ state, trade }) => {
      const out = protocol.amountOut(state, trade)
      if (out === undefined) return
      const { min, max } = outputs(state, trade)
      const slack = out / 10n ** 9n + 1n
      expect(out).toBeGreaterThanOrEqual(min - slack)
      expect(out).toBeLessThanOrEqual(max + slack)
      given += 1
      if ((max - min) * 10n ** 8n <= out) tight += 1
    }),
    { numRuns: 2_000, examples: [[{ state: coarse, trade: { from: 0, to: 1, amountIn: 5n } }]] },
  )
  expect(given).toBeGreaterThan(800)
  expect(tight).toBeGreaterThan(given / 3)
})

test('a balance is off by some units each time, so a larger input may give less', () => {
  const state: CurveCryptoState = {
    ...{ kind: 'tri', isSettled: true, a: 270_000_000n, gamma: 10_000_000_000n },
    ...{ midFeeE10: 500_000n, outFeeE10: 500_000n, feeGamma: 0n, precisions: [1n, 1n, 1n] },
    priceScale: [64_659_663_493_656_231_877_274n, 100_000_000_000_008n],
    balances: [176_783_218_908_890_881_036n, 1_898_425_478_312_830n, 749_398_977_994_390_582_361_760n],
    ...{ invariant: 352_795_403_205_038_313_924n, virtualPrice: wad, supply: 63_123_419_367_957_126_716n },
  }
  const given = [3n, 4n].map((sold) => {
    const trade = { from: 0, to: 2, amountIn: amount(sold) }
    const out = protocol.amountOut(state, trade) ?? 0n
    const { min, max } = outputs(state, trade)
    expect(out).toBeGreaterThanOrEqual(min)
    expect(out).toBeLessThanOrEqual(max)
    return out
  })
  expect(given).toEqual([479_976n, 299_985n])
})

test('D matches the balances, before and after a trade', () => {
  let after = 0
  fc.assert(
    fc.property(trades, ({ state, trade }) => {
      const traded = protocol.amountOut(state, trade) !== undefined
      if (traded) after += 1
      for (const one of traded ? [state, protocol.stateAfter(state, trade)] : [state]) {
        const exact = exactInvariant({ balances: scaleBalances(one), a: one.a, gamma: one.gamma }) / fine
        const off = one.invariant - exact
        expect(off < 0n ? -off : off).toBeLessThanOrEqual(known(exact))
      }
    }),
    { numRuns: 1_000 },
  )
  expect(after).toBeGreaterThan(400)
})

test('CryptoSwap of version 0.3.3 gives other last digits', () => {
  // out of the recordings of Curve's own contract: CurveCryptoSwap2 of curve-crypto-contract d7d04cd
  const pool: CurveCryptoState = {
    ...{ kind: 'two', isSettled: true, a: 400_000n, gamma: 145_000_000_000_000n },
    ...{ midFeeE10: 26_000_000n, outFeeE10: 45_000_000n, feeGamma: 230_000_000_000_000n },
    ...{ precisions: [1n, 10n ** 12n], priceScale: [8_957_425_686_411_930_037_712n] },
    ...{ balances: [7_843_460_128_277_177_587n, 967n], invariant: 16_491_540_354_845_475_869n },
    ...{ virtualPrice: wad, supply: 87_124_363_689_349_258n, dividesSum: true },
  }
  const [first, second] = [10n, 248n].map((n) => ({ from: 1, to: 0, amountIn: amount(n) })) as [Trade, Trade]
  expect(protocol.amountOut(pool, first)).toBe(81_077_266_657_488_485n)
  const after = protocol.stateAfter(pool, first)
  expect(protocol.amountOut(after, second)).toBe(1_577_897_665_783_180_380n)
  const { dividesSum: _, ...older } = after
  expect(protocol.amountOut(older, second)).toBe(1_577_897_665_783_180_381n)
})
