import { amount } from '#domain/units'
import type { CurveStableState } from '#protocols/curve-stable/amounts/state'
import { protocol } from '#protocols/curve-stable/index'
import type { Leeway } from '#test/conformance/family'

const negligible = 1e-6

export const leeway: Leeway<CurveStableState> = {
  maxFeeSpread: getMaxFeeSpread,
  /**
   * Shares follow from two values of D, each off by one or two units of 18 decimals. With deposits, fees step by smallest
   * units of each token.
   */
  maxOutputStep(state, to) {
    if (state.over === undefined) return 0n
    const steps = to === 0 ? state.over.base.balances.map((_, i) => givenFor(state, i + 2)) : []
    return steps.reduce((sum, one) => sum + one, unitsOf(state, to))
  },
  /**
   * D and y are each off by one or two units of 18 decimals, uneven balances enlarge that, and the fee on so little is
   * zero.
   */
  maxRoundTripGain: unitsOf,
}

function getMaxFeeSpread({ over, offpegE10, feeE10 }: CurveStableState): number {
  // the fee of a deposit or a withdrawal on each base token is less than the trade fee, but applies to all of them; for
  // a deposit many times the pool, the fees on the deviation grow faster than the output
  const below = over === undefined ? 0 : over.base.balances.length * getMaxFeeSpread(over.base) + negligible
  if (offpegE10 === undefined) return below
  const max = Math.max(1, Number(offpegE10) / 1e10)
  // far from the peg it is a multiple of the smallest fee, and its last digit moves by itself
  return ((max - 1) * Number(feeE10) + 1) / 1e10 + below
}

const givenFor = (state: CurveStableState, from: number): bigint =>
  protocol.amountOut(state, { from, to: 0, amountIn: amount(2n) }) ?? 0n

/** A hundred units of 18 decimals. */
function unitsOf({ rates, over }: CurveStableState, token: number): bigint {
  return (100n * 10n ** 18n) / ((token < rates.length ? rates[token] : over?.base.rates[token - rates.length]) ?? 1n)
}
