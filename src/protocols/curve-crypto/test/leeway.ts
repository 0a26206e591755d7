import type { CurveCryptoState } from '#protocols/curve-crypto/amounts/state'
import type { Leeway } from '#test/conformance/family'

export const leeway: Leeway<CurveCryptoState> = {
  maxFeeSpread: ({ outFeeE10, midFeeE10 }) => (Number(outFeeE10 - midFeeE10) + 1) / 1e10,
  /** The balance that must stay is solved again for every input, each time off by some units of the first token. */
  maxOutputStep: unitsOf,
  /** With tokens of different values, D has a relative error. */
  maxRoundTripGain: unitsOf,
}

/** A hundred units of the first token and D's relative error, in smallest units of a token. */
function unitsOf({ precisions, priceScale, invariant }: CurveCryptoState, token: number): bigint {
  const worth = (precisions[token] ?? 1n) * (token === 0 ? 10n ** 18n : (priceScale[token - 1] ?? 1n))
  return ((100n + invariant / 10n ** 17n) * 10n ** 18n) / worth
}
