/** Outputs of Curve's pools of tokens of any price against a second derivation: the invariant in whole numbers, nothing rounded. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Trade } from '#domain/protocol'
import { protocol } from '#protocols/curve-crypto/index'
import type { State } from '#protocols/curve-crypto/state'
import { scaledBalances } from '#protocols/curve-crypto/swap'
import { exactBalance, exactInvariant, fine } from './exact-crypto.ts'
import { anyPlan } from './plans.ts'
import { scenarios, stateOf } from './pools/curve-crypto.ts'

const [unit, wad] = [10n ** 10n, 10n ** 18n]
/** D and a balance are known to this part of D, and to some units. */
const known = (d: bigint): bigint => d / 10n ** 17n + 20n

/** Where gamma is hardly anything, Twocrypto-NG divides most digits of its cubic away: the smaller gamma, the more. */
const coarseness = ({ kind, gamma, invariant }: State): bigint => {
  if (kind !== 'two-ng' || gamma >= 10n ** 12n) return 0n
  return invariant / (gamma < 10n ** 11n ? gamma * 10n : 10n ** 12n)
}

/** One whose cubic is off by 1.8 of D's 10^12 parts. */
const coarse: State = {
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
  readonly least: bigint
  readonly most: bigint
}

/** What a trade may give, smallest units, where a balance is only known to a part of D. */
function outputs(state: State, { from, to, amountIn }: Trade): Range {
  const sold = { ...state, balances: state.balances.with(from, (state.balances[from] ?? 0n) + amountIn) }
  const before = scaledBalances(sold)
  const { a, gamma, invariant } = state
  const left = exactBalance({ balances: before, a, gamma }, to, invariant) / fine
  const price = to === 0 ? wad : (state.priceScale[to - 1] ?? wad)
  const paid = (y: bigint, off: bigint): bigint => {
    const gross = (((before[to] ?? 0n) - y) * wad) / price / (state.precisions[to] ?? 1n)
    const fee = feeOf(state, before.with(to, y))
    return gross > 0n ? gross - (gross * fee) / unit + off : 0n
  }
  const off = known(invariant) + coarseness(state)
  return { least: paid(left + off, -3n), most: paid(left - off, 3n) }
}

/** In 10^-10, as one fraction rounded once. */
function feeOf({ midFeeE10, outFeeE10, feeGamma }: State, balances: readonly bigint[]): bigint {
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
    anyPlan<State>(({ balances }) => balances),
  )
  .map(([scenario, plan]) => {
    const state = stateOf(scenario)
    if (state === undefined) throw new Error('a pool without D')
    return { state, trade: plan(state) }
  })

test('what is given is what the invariant leaves, to a part of D in 10^17', () => {
  let [given, tight] = [0, 0]
  fc.assert(
    fc.property(trades, ({ state, trade }) => {
      const out = protocol.amountOut(state, trade)
      if (out === undefined) return
      const { least, most } = outputs(state, trade)
      const slack = out / 10n ** 9n + 1n
      expect(out).toBeGreaterThanOrEqual(least - slack)
      expect(out).toBeLessThanOrEqual(most + slack)
      given += 1
      if ((most - least) * 10n ** 8n <= out) tight += 1
    }),
    { numRuns: 2_000, examples: [[{ state: coarse, trade: { from: 0, to: 1, amountIn: 5n } }]] },
  )
  expect(given).toBeGreaterThan(800)
  expect(tight).toBeGreaterThan(given / 3)
})

test('D is that of the balances, before a trade and after it', () => {
  let after = 0
  fc.assert(
    fc.property(trades, ({ state, trade }) => {
      const traded = protocol.amountOut(state, trade) !== undefined
      if (traded) after += 1
      for (const one of traded ? [state, protocol.after(state, trade)] : [state]) {
        const exact = exactInvariant({ balances: scaledBalances(one), a: one.a, gamma: one.gamma }) / fine
        const off = one.invariant - exact
        expect(off < 0n ? -off : off).toBeLessThanOrEqual(known(exact))
      }
    }),
    { numRuns: 1_000 },
  )
  expect(after).toBeGreaterThan(400)
})
