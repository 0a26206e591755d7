/** Where the contracts themselves break a law by some units, and by how many. */
import type { Trade } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import type { CurveCryptoState as CryptoState } from '#protocols/curve-crypto/state'
import { protocol as curve } from '#protocols/curve-stable/index'
import type { CurveStableState as CurveState } from '#protocols/curve-stable/state'
import type { DodoState } from '#protocols/dodo-v2/state'
import { createCurves, type FluidCurve } from '#protocols/fluid-dex/curves'
import type { FluidState } from '#protocols/fluid-dex/state'

const negligible = 1e-6

const isCurve = (kind: string, state: unknown): state is CurveState => kind === 'curve-stable' && state !== null
const isDodo = (kind: string, state: unknown): state is DodoState => kind === 'dodo-v2' && state !== null
const isFluid = (kind: string, state: unknown): state is FluidState => kind === 'fluid-dex' && state !== null
const isCrypto = (kind: string, state: unknown): state is CryptoState => kind === 'curve-crypto' && state !== null

/**
 * By how much of the output the fee may differ between two trades with a pool, as a fraction. With a fee that depends
 * on the trade, a larger trade gives less if its fee on the whole input is higher.
 */
export function maxFeeSpread(kind: string, state: unknown): number {
  if (isCrypto(kind, state)) return (Number(state.outFeeE10 - state.midFeeE10) + 1) / 1e10
  if (!isCurve(kind, state)) return 0
  // the fee of a deposit or a withdrawal on each base token is less than the trade fee, but applies to all of them; for
  // a deposit many times the pool, the fees on the deviation grow faster than the output
  const below =
    state.over === undefined ? 0 : state.over.base.balances.length * maxFeeSpread(kind, state.over.base) + negligible
  if (state.offpegE10 === undefined) return below
  const max = Math.max(1, Number(state.offpegE10) / 1e10)
  // far from the peg it is a multiple of the smallest fee, and its last digit moves by itself
  return ((max - 1) * Number(state.feeE10) + 1) / 1e10 + below
}

/**
 * By how many smallest units of the output a larger trade may give less: shares of Curve's pools follow from two values
 * of D, each off by one or two units of 18 decimals. With deposits, fees step by smallest units of each token.
 */
export function maxOutputStep(kind: string, state: unknown, { to }: Pick<Trade, 'to'>): bigint {
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
 * The largest gain of a round trip, in smallest units of the input. Curve's D and y are each off by one or two units of
 * 18 decimals, uneven balances enlarge that, and the fee on so little is zero. In pools of tokens with different
 * values, D has a relative error. So have DODO's targets, larger with a flat curve, and its price of quote for base.
 * Fluid's two curves may have two prices: selling to one and buying from the other gains.
 */
export function maxRoundTripGain(kind: string, state: unknown, sold: number, after: unknown): bigint {
  if (isCrypto(kind, state)) {
    const worth = (state.precisions[sold] ?? 1n) * (sold === 0 ? 10n ** 18n : (state.priceScale[sold - 1] ?? 1n))
    return ((100n + state.invariant / 10n ** 17n) * 10n ** 18n) / worth
  }
  if (isFluid(kind, state) && isFluid(kind, after)) return maxFluidGain(state, sold) + maxFluidGain(after, sold)
  if (isDodo(kind, state) && isDodo(kind, after)) return maxDodoGain(state, sold, after)
  if (!isCurve(kind, state)) return 0n
  return unitsOf(state, sold)
}

/** When nothing is left of a token, the contract forgets its target. */
const anything = 1n << 256n

/** @param after the trade: determines the value of a unit of the output token */
function maxDodoGain({ price, slope, reserves }: DodoState, sold: number, after: DodoState): bigint {
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
 * The gain of closing the gap between both prices: gap² / 4 of their combined depth, as of parallel resistors. Curves
 * are recomputed from rounded values, with a larger error the deeper they are compared with their balances.
 */
function maxFluidGain(state: FluidState, sold: number): bigint {
  const { collateral, debt } = createCurves(state, sold === 0 ? 0 : 1)
  const both = [collateral, debt].filter((curve) => curve !== undefined)
  const price = ({ imaginaryIn, imaginaryOut }: FluidCurve): number => Number(imaginaryOut) / Number(imaginaryIn)
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
