/**
 * Our amounts against the two curves themselves: reserves by their definition, in exact fractions, and outputs by what
 * a trade leaves. No root is computed here. Then outputs recorded by others.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { createCurves, divideTrade, type FluidCurve } from '#protocols/fluid-dex/curves'
import { protocol } from '#protocols/fluid-dex/index'
import { computeRangeAround } from '#protocols/fluid-dex/range'
import { computeCollateralReserves, computeDebtReserves, type FluidReserves } from '#protocols/fluid-dex/reserves'
import { truncateBits, truncateBitsUp, unpackBigNumber } from '#protocols/fluid-dex/rounding'
import type { FluidPosition, FluidState, FluidToken } from '#protocols/fluid-dex/state'
import { anySize } from '#test/conformance/sizes'
import { anyTrade, scenarios } from './pools.ts'
import { packWords, stateOf } from './words.ts'

const one = 10n ** 27n
const million = 1_000_000n

const abs = (n: bigint): bigint => (n < 0n ? -n : n)

/** Expects two numbers to differ by at most one part in `parts` and some units. */
function expectClose(a: bigint, b: bigint, parts: bigint, units: bigint): void {
  expect(abs(a - b)).toBeLessThanOrEqual((abs(a) > abs(b) ? abs(a) : abs(b)) / parts + units)
}

/**
 * A curve x · y = k whose real reserves reach from the upper end of the range to the lower: its balance beyond them at
 * an end is the curve's at that price.
 */
function expectOnCurve(
  { real, imaginary }: FluidReserves,
  { upper, lower }: FluidState,
  noise: readonly [bigint, bigint],
): void {
  const [x, y] = imaginary
  const beyond = [x - real[0], y - real[1]] as const
  const k = x * y
  // when token 0 is used up, the price is the upper one: k = upper · beyond²; and vice versa
  const [atUpper, atLower] = [(upper * beyond[0] ** 2n) / one, (one * beyond[1] ** 2n) / lower]
  const slopes = [y + (2n * upper * beyond[0]) / one + 1n, x + (2n * one * beyond[1]) / lower + 1n] as const
  const units = 2n * (noise[0] * slopes[0] + noise[1] * slopes[1])
  expectClose(atUpper, k, wide, units)
  expectClose(atLower, k, wide, units)
}

/** Prices are rounded when inverted, and a narrow range is their difference: twelve digits are left. */
const wide = 10n ** 12n

test('the collateral curve spans the range with its real reserves', () => {
  let compared = 0
  fc.assert(
    fc.property(scenarios, (scenario) => {
      const state = stateOf({ ...scenario, curves: 'collateral' })
      const reserves = computeCollateralReserves(state)
      if (reserves.real.some((held) => held < 10n ** 9n)) return
      compared += 1
      expectOnCurve(reserves, state, [4n, 4n])
    }),
    { numRuns: 1_500 },
  )
  expect(compared).toBeGreaterThan(500)
})

test('the debt curve: no debt in one token where all of it is in the other', () => {
  let compared = 0
  fc.assert(
    fc.property(scenarios, (scenario) => {
      const state = undefinedOnRangeError(() => stateOf({ ...scenario, curves: 'debt' }))
      if (state === undefined) return
      const { real, imaginary } = computeDebtReserves(state)
      if (real.some((held) => held < 10n ** 9n)) return
      compared += 1
      // the divisor is a difference of rounded numbers, with fewer digits the deeper the curve is
      const noise = imaginary.map((deep, i) => 8n + (8n * deep * deep) / (real[i] ?? 1n) ** 2n) as [bigint, bigint]
      expectOnCurve({ real, imaginary }, state, noise)
      // when its whole debt is paid back, a token has been sold for all real reserves of the other: x · y = k again
      const [owed0, owed1] = [owedOf(state.tokens[0]), owedOf(state.tokens[1])]
      const units = noise[0] * (imaginary[1] + owed1) + noise[1] * (imaginary[0] + owed0)
      const k = imaginary[0] * imaginary[1]
      expectClose((imaginary[0] + owed0) * (imaginary[1] - real[1]), k, wide, 2n * units)
      expectClose((imaginary[1] + owed1) * (imaginary[0] - real[0]), k, wide, 2n * units)
    }),
    { numRuns: 1_500 },
  )
  expect(compared).toBeGreaterThan(500)
})

/** In 12 decimals. */
function owedOf({ debt, owedPrice, up, down }: FluidToken): bigint {
  const amount = debt?.amount ?? 0n
  return ((debt?.withInterest === true ? (amount * owedPrice) / 10n ** 12n : amount) * up) / down
}

/** Expects the smallest remaining output balance whose product with the input, net of the fee, does not fall. */
function expectGiven(curve: FluidCurve | undefined, paid: bigint, given: bigint, feePpm: bigint): void {
  if (curve === undefined || paid === 0n) {
    expect(given).toBe(0n)
    return
  }
  const net = paid - (paid * feePpm + million - 1n) / million
  const k = curve.imaginaryIn * curve.imaginaryOut
  const now = curve.imaginaryIn + net
  expect(now * (curve.imaginaryOut - given)).toBeGreaterThanOrEqual(k)
  expect(now * (curve.imaginaryOut - given - 1n)).toBeLessThan(k)
}

test('each curve gives the largest output that keeps its product, and a trade of both leaves them at one price', () => {
  const counted = { one: 0, both: 0 }
  fc.assert(
    fc.property(scenarios, anyTrade, (scenario, plan) => {
      const state = stateOf(scenario)
      const trade = plan(state)
      const out = protocol.amountOut(state, trade)
      if (out === undefined) return
      const way = trade.from === 0 ? 0 : 1
      const curves = createCurves(state, way)
      const [sold, bought] = [state.tokens[way], state.tokens[way === 0 ? 1 : 0]]
      const paid = (trade.amountIn * sold.up) / sold.down
      const { collateral, debt } = divideTrade(curves, paid, state.feePpm)
      expect(collateral.paid + debt.paid).toBe(paid)
      expectGiven(curves.collateral, collateral.paid, collateral.given, state.feePpm)
      expectGiven(curves.debt, debt.paid, debt.given, state.feePpm)
      const units = [collateral, debt].map(({ given }) => (given * bought.down) / bought.up)
      expect(out).toBe(units.reduce((sum, one) => sum + one, 0n))
      expectOnePrice(curves, { collateral: collateral.paid, debt: debt.paid }, counted)
    }),
    { numRuns: 6_000 },
  )
  expect(Math.min(counted.one, counted.both)).toBeGreaterThan(300)
})

/**
 * (in + paid)² / k is the price of the input token's curve after it; one unit more on either side makes it differ the
 * other way.
 */
function expectOnePrice(
  { collateral, debt }: ReturnType<typeof createCurves>,
  paid: { readonly collateral: bigint; readonly debt: bigint },
  counted: { one: number; both: number },
): void {
  if (collateral === undefined || debt === undefined) return
  const [k1, k2] = [collateral.imaginaryIn * collateral.imaginaryOut, debt.imaginaryIn * debt.imaginaryOut]
  const dearer = (more: bigint): boolean =>
    (collateral.imaginaryIn + paid.collateral + more) ** 2n * k2 > (debt.imaginaryIn + paid.debt - more) ** 2n * k1
  counted[paid.collateral > 0n && paid.debt > 0n ? 'both' : 'one'] += 1
  // roots are known to nine decimals
  if (paid.debt > 0n) expect(dearer(2n)).toBe(true)
  if (paid.collateral > 0n) expect(dearer(-1n)).toBe(false)
}

test('numbers are stored with their leading bits, rounded down or up', () => {
  fc.assert(
    fc.property(anySize(140), fc.constantFrom(10, 20, 32, 56), (n, bits) => {
      const [down, up] = [truncateBits(n, bits), truncateBitsUp(n, bits)]
      const unit = 1n << BigInt(Math.max(0, n.toString(2).length - bits))
      expect([down <= n, n - down < unit, down % unit]).toEqual([true, true, 0n])
      expect(up).toBe(unit === 1n ? n : down + unit)
      expect([unpackBigNumber(packWords(n, bits)), unpackBigNumber(packWords(n, bits, true))]).toEqual([down, up])
    }),
  )
})

/** A pool of two tokens of 12 decimals without interest. */
function stateWith(
  parts: Partial<FluidState>,
  supplied: readonly bigint[],
  owed: readonly bigint[] = [0n, 0n],
): FluidState {
  const position = (amount: bigint): FluidPosition => ({
    ...{
      withInterest: false,
      amount,
      limit: 0n,
      elapsed: 0n,
      expandPercent: 0n,
      expandDuration: 1n,
      base: 0n,
      most: 0n,
    },
  })
  const token = (i: 0 | 1): FluidToken => ({
    ...{ up: 1n, down: 1n, supplyPrice: 10n ** 12n, owedPrice: 10n ** 12n, mostLent: 10_000n, held: 10n ** 30n },
    supply: position(supplied[i] ?? 0n),
    debt: position(owed[i] ?? 0n),
    totals: { suppliedRaw: 0n, suppliedFree: 10n ** 30n, owedRaw: 0n, owedFree: 0n },
    written: { utilisation: 0n, supplyRatio: 0n, owedRatio: 0n, threshold: 10_000n, isStale: false },
  })
  const range = computeRangeAround(truncateBits(one, 32), { above: 100_000n, below: 100_000n })
  const flags = { collateral: true, debt: true, feePpm: 0n, revenuePercent: 0n, anchors: [] }
  return { ...range, ...flags, tokens: [token(0), token(1)], ...parts }
}

/**
 * Reserves that Fluid's own tests had from its contract, and outputs of them without a fee: dexMath of its public
 * repository, kyberswap-dex-lib's tests of the same numbers. The two debts are those that give four of the reserves.
 */
describe('recorded by others', () => {
  const supplied = [20_000_000_006_000_000n, 20_000_000_000_500_000n]
  const owed = [10_000_000_016_000_000n, 10_000_000_013_120_000n]

  test('reserves of both curves', () => {
    const state = stateWith({}, supplied, owed)
    expect(computeCollateralReserves(state).imaginary).toEqual([389_736_659_726_997_981n, 389_736_659_619_871_949n])
    expect(computeDebtReserves(state)).toEqual({
      real: [9_486_832_995_556_050n, 9_486_832_993_079_885n],
      imaginary: [184_868_330_099_560_759n, 184_868_330_048_879_109n],
    })
  })

  test.each([
    [0, true, true, 998_262_697_204_710n],
    [0, false, true, 994_619_847_016_724n],
    [0, true, false, 997_440_731_289_905n],
    [1, true, true, 998_262_697_752_553n],
    [1, false, true, 994_619_847_560_607n],
    [1, true, false, 997_440_731_837_532n],
  ] as const)('10^15 of token %s, collateral %s, debt %s', (from, collateral, debt, out) => {
    const state = stateWith({ collateral, debt }, supplied, owed)
    const { collateral: first, debt: second } = divideTrade(createCurves(state, from), 10n ** 15n, 0n)
    expect(first.given + second.given).toBe(out)
  })

  test('10^12 of wstETH for ETH at block 20836530, without a fee', () => {
    const collateral: FluidCurve = {
      ...{ realIn: 2_169_934_539_358n, imaginaryIn: 62_490_032_619_260_838n },
      ...{ realOut: 19_563_846_299_171n, imaginaryOut: 73_741_038_977_020_279n },
    }
    const debt: FluidCurve = {
      ...{ realIn: 2_169_108_220_421n, imaginaryIn: 62_511_862_774_117_387n },
      ...{ realOut: 19_572_550_738_602n, imaginaryOut: 73_766_803_277_429_176n },
    }
    const parts = divideTrade({ collateral, debt }, 10n ** 12n, 0n)
    expect(parts.collateral.given + parts.debt.given).toBe(1_180_035_404_724n)
  })
})
