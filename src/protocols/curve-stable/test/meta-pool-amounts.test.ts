/** Metapools: amounts against the invariants solved exactly, and foreign recordings of other values than outputs. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Trade } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { computeSharePrice } from '#protocols/curve-stable/amounts/shares'
import type { CurveBasePool, CurveStableState } from '#protocols/curve-stable/amounts/state'
import { protocol } from '#protocols/curve-stable/index'
import { anyPlan } from '#test/conformance/adapters/plans'
import { parse, type Vectors } from '#test/conformance/vectors'
import { exactWithdrawal, mintedShares, outputs, type Range } from './exact-curve.ts'
import { overScenarios, overStateOf } from './meta-pools.ts'

const recorded = (name: string): Vectors =>
  parse(readFileSync(`src/protocols/curve-stable/test/recorded/${name}.data.json`, 'utf8'))

const own = (from: number, shares: bigint): Trade => ({
  from,
  to: 1 - from,
  amountIn: amount(shares > 0n ? shares : 0n),
})

/** Possible outputs of a trade with a base token, by way of the shares. */
function through(state: CurveStableState, over: CurveBasePool, { from, to, amountIn }: Trade): Range {
  if (to === 0) {
    const { min, max } = mintedShares(over, from - 2, amountIn)
    return enclose([min, max].map((shares) => outputs(state, own(1, shares))))
  }
  const { min, max } = outputs(state, own(0, amountIn))
  return enclose([min, max].map((shares) => exactWithdrawal(over, to - 2, shares)))
}

/** Both ends count for both: with a fee that grows, more shares may give less. */
const enclose = (ranges: readonly Range[]): Range => ({
  min: ranges.map(({ min }) => min).reduce((a, b) => (a < b ? a : b)),
  max: ranges.map(({ max }) => max).reduce((a, b) => (a > b ? a : b)),
})

test('outputs match both invariants also if more shares give less, by a fee that grows', () => {
  const state = overStateOf({
    which: 4,
    amounts: [9_407_839_477_591_871_324_670n, 11_418_534_581_626_212_450_923n, 2n ** 64n + 1n, 2n ** 64n + 1n],
    worths: [10n ** 18n, 10n ** 18n, 10n ** 18n, 10n ** 17n],
    shares: 500_000n,
    held: 76_521n,
    skew: 88_697n,
    kept: { rate: 900_000n, age: 0n },
  })
  const trade: Trade = { from: 3, to: 0, amountIn: amount(243_593_850_005_462n) }
  const { min, max } = through(state, state.over as CurveBasePool, trade)
  expect(protocol.amountOut(state, trade)).toBe(70_619_794_509_699_439_417_460n)
  expect(min).toBeLessThanOrEqual(70_619_794_509_699_439_417_460n)
  expect(max).toBeGreaterThanOrEqual(70_619_794_509_699_439_417_460n)
})

test('outputs match both invariants, within the roundings of each D, y and fee', () => {
  const given = { in: 0, out: 0 }
  let tight = 0
  const plans = anyPlan<CurveStableState>(({ balances, over }) => [...balances, ...(over?.base.balances ?? [])])
  fc.assert(
    fc.property(overScenarios, plans, (scenario, plan) => {
      const state = overStateOf(scenario)
      const trade = plan(state)
      const out = protocol.amountOut(state, trade)
      if (out === undefined || state.over === undefined || (trade.from < 2 && trade.to < 2)) return
      const { min, max } = through(state, state.over, trade)
      expect(out).toBeGreaterThanOrEqual(min)
      expect(out).toBeLessThanOrEqual(max)
      given[trade.to === 0 ? 'in' : 'out'] += 1
      if ((max - min) * 10n ** 6n <= out) tight += 1
    }),
    { numRuns: 3_000 },
  )
  expect(Math.min(given.in, given.out)).toBeGreaterThan(200)
  expect(tight).toBeGreaterThan((given.in + given.out) / 4)
})

test('balances after a trade of each kind equal those recorded of a metapool over 3pool', () => {
  const { cases } = recorded('metapool')
  const known = cases[0]?.state as CurveStableState
  const base = {
    ...(known.over?.base as CurveStableState),
    balances: [93_650_900_813_860_355_891_321_787n, 92_392_098_150_103n, 175_345_980_953_129n],
  }
  const over = { base, supply: 352_170_672_490_633_463_630_226_070n, keepsRate: false }
  const trades: readonly Trade[] = [
    { from: 0, to: 1, amountIn: amount(1_000n) },
    { from: 0, to: 3, amountIn: amount(10n ** 15n) },
    { from: 4, to: 0, amountIn: amount(2n) },
  ]
  const start: CurveStableState = { ...known, rates: known.rates.with(1, computeSharePrice(over)), over }
  const balances: (readonly bigint[])[] = []
  trades.reduce((state, trade) => {
    const next = protocol.stateAfter(state, trade)
    balances.push(next.balances)
    return next
  }, start)
  expect(balances).toEqual([
    [4_763_102_571_534_863_472_314_821n, 15_272_752_439_110_430_673_250n],
    [4_763_102_572_534_863_472_314_821n, 15_272_752_407_518_134_109_468n],
    [4_763_102_572_473_232_773_721_712n, 15_272_752_409_466_747_992_850n],
  ])
})

/** Recorded with the other outputs of that pool, by a view without the fee of the deposit. */
const withoutFee: readonly (readonly [from: number, amountIn: bigint, amountOut: bigint])[] = [
  [2, 5_000_000n, 5_972_617n],
  [2, 50_000_001n, 59_726_168n],
  [2, 500_000_012n, 597_261_687n],
  [2, 5_000_000_123n, 5_972_616_876n],
  [2, 50_000_001_234n, 59_726_168_764n],
  [3, 5_000_000n, 5_972_528_143_877_555_840n],
  [3, 50_000_001n, 59_721_544_014_787_320_888n],
  [3, 500_000_012n, 596_843_147_888_663_831_401n],
  [3, 5_000_000_123n, 5_932_705_350_520_599_540_871n],
  [3, 50_000_001_234n, 56_809_727_028_161_442_322_112n],
]

test('outputs of a view without deposit fees equal ours without them, and the trade gives less', () => {
  const { cases } = recorded('ng-underlying')
  const state = cases.map((one) => one.state as CurveStableState).find(({ over }) => over?.base.balances.length === 3)
  if (state?.over === undefined) throw new Error('not recorded')
  const free = { ...state, over: { ...state.over, base: { ...state.over.base, feeE10: 0n } } }
  for (const [from, amountIn, out] of withoutFee) {
    const trade = { from, to: 0, amountIn: amount(amountIn) }
    expect(protocol.amountOut(free, trade)).toBe(out)
    expect(protocol.amountOut(state, trade)).toBeLessThan(out)
  }
})
