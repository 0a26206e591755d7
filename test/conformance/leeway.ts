/** Where the contracts themselves do not keep a law to the unit, and by how much. */
import type { Trade } from '#domain/protocol'
import { amount } from '#domain/units'
import type { State as CryptoState } from '#protocols/curve-crypto/state'
import { protocol as curve } from '#protocols/curve-stable/index'
import type { State as CurveState } from '#protocols/curve-stable/state'
import type { State as DodoState } from '#protocols/dodo-v2/state'
import { type Curve, curvesOf } from '#protocols/fluid-dex/curves'
import type { State as FluidState } from '#protocols/fluid-dex/state'

const drowned = 1e-6

const isCurve = (kind: string, state: unknown): state is CurveState => kind === 'curve-stable' && state !== null
const isDodo = (kind: string, state: unknown): state is DodoState => kind === 'dodo-v2' && state !== null
const isFluid = (kind: string, state: unknown): state is FluidState => kind === 'fluid-dex' && state !== null
const isCrypto = (kind: string, state: unknown): state is CryptoState => kind === 'curve-crypto' && state !== null

/**
 * By how much of the output the fee may differ between two trades with a pool, as a part of 1. A fee that moves with the
 * trade makes a larger one give less where it takes more of all that is sold.
 */
export function movedAtMost(kind: string, state: unknown): number {
  if (isCrypto(kind, state)) return (Number(state.outFeeE10 - state.midFeeE10) + 1) / 1e10
  if (!isCurve(kind, state)) return 0
  // what a deposit or a withdrawal takes of each token below is less than the fee, but of all of them; and of a deposit that
  // is many times the pool the fees of what it leaves behind grow faster than what it brings
  const below =
    state.over === undefined ? 0 : state.over.base.balances.length * movedAtMost(kind, state.over.base) + drowned
  if (state.offpegE10 === undefined) return below
  const most = Math.max(1, Number(state.offpegE10) / 1e10)
  // far from the peg it is so many times the least one, and its last digit moves by itself
  return ((most - 1) * Number(state.feeE10) + 1) / 1e10 + below
}

/**
 * By how many smallest units of what is bought a larger trade may give less: shares of Curve's pools follow from two values of
 * D, each off by a unit or two of 18 decimals. Where tokens are paid in, fees step by smallest units of each of them.
 */
export function steppedAtMost(kind: string, state: unknown, { to }: Pick<Trade, 'to'>): bigint {
  if (!isCurve(kind, state) || state.over === undefined) return 0n
  const steps = to === 0 ? state.over.base.balances.map((_, i) => givenFor(state, i + 2)) : []
  return steps.reduce((sum, one) => sum + one, unitsOf(state, to))
}

const givenFor = (state: CurveState, from: number): bigint =>
  curve.amountOut(state, { from, to: 0, amountIn: amount(2n) }) ?? 0n

/** A hundred units of 18 decimals. */
const unitsOf = ({ rates, over }: CurveState, token: number): bigint =>
  (100n * 10n ** 18n) / ((token < rates.length ? rates[token] : over?.base.rates[token - rates.length]) ?? 1n)

/**
 * By how much a round trip may pay, in smallest units of what was sold: Curve's D and y are each off by a unit or two of 18
 * decimals, uneven balances make some more of it, and no fee is left of so little. Of pools of tokens of any price D is only
 * known to a part of itself. DODO's targets are known to a part of themselves, larger where its curve is flat, and so is its
 * price of quote for base. Fluid's two curves may have two prices: who sells to the one and buys from the other gains.
 */
export function gainedAtMost(kind: string, state: unknown, sold: number, after: unknown): bigint {
  if (isCrypto(kind, state)) {
    const worth = (state.precisions[sold] ?? 1n) * (sold === 0 ? 10n ** 18n : (state.priceScale[sold - 1] ?? 1n))
    return ((100n + state.invariant / 10n ** 17n) * 10n ** 18n) / worth
  }
  if (isFluid(kind, state) && isFluid(kind, after)) return gainedBetween(state, sold) + gainedBetween(after, sold)
  if (isDodo(kind, state) && isDodo(kind, after)) return gainedOnWay(state, sold, after)
  if (!isCurve(kind, state)) return 0n
  return unitsOf(state, sold)
}

/** Where nothing is left of a token, the contract forgets its target. */
const anything = 1n << 256n

/** @param after the trade: what a unit of the bought token is worth there */
function gainedOnWay({ price, slope, reserves }: DodoState, sold: number, after: DodoState): bigint {
  const [k, flat] = [Number(slope) / 1e18, Number(10n ** 18n - slope) / 1e18]
  const worth = sold === 0 ? 1e18 / Number(price) : Number(price) / 1e18
  const [held, other] = [Number(reserves[sold] ?? 0n), Number(reserves[1 - sold] ?? 0n) * worth]
  const [left, target] = [Number(after.reserves[1 - sold] ?? 0n), Number(after.targets[1 - sold] ?? 0n)]
  if (left === 0) return anything
  const part = Number(price) / 1e36 + 1e-17 + (k > 0 ? 2 / Number(slope) : 0)
  const curved = k > 0 && flat > 0 ? 3 / flat + 2 / Math.sqrt(k * flat) + left / (k * Math.max(1, target)) : 0
  const margin = worth * (flat + k * (target / left) ** 2)
  const units = 4 + curved + target * 1e-17
  return BigInt(Math.ceil(units * (1 + margin) + part * (held + other + target * margin)))
}

/**
 * What closing the gap between both prices brings: gap² / 4 of what both are deep together, as resistors are. Curves are worked
 * out anew from what was rounded, which is as much less known as they are deeper than what they hold.
 */
function gainedBetween(state: FluidState, sold: number): bigint {
  const { collateral, debt } = curvesOf(state, sold === 0 ? 0 : 1)
  const both = [collateral, debt].filter((curve) => curve !== undefined)
  const price = ({ imaginaryIn, imaginaryOut }: Curve): number => Number(imaginaryOut) / Number(imaginaryIn)
  const [first = 1, second = first] = both.map(price)
  const gap = Math.abs(first / second - 1)
  const depth = both.length / both.reduce((sum, { imaginaryIn }) => sum + 1 / Number(imaginaryIn), 0)
  const noise = both.map((curve) => {
    const { realIn, realOut, imaginaryIn, imaginaryOut } = curve
    const [ofIn, ofOut] = [Number(imaginaryIn) / (Number(realIn) + 1), Number(imaginaryOut) / (Number(realOut) + 1)]
    return 16 * (1 + ofIn ** 2 + (1 + ofOut ** 2) / price(curve))
  })
  const { up, down } = sold === 0 ? state.tokens[0] : state.tokens[1]
  const adjusted = (gap ** 2 * depth) / 4 + noise.reduce((sum, one) => sum + one, 0)
  return BigInt(Math.ceil((adjusted * Number(down)) / Number(up))) + 1n
}
