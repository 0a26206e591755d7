import type { CurveCryptoState } from '#protocols/curve-crypto/state'
import type { Leeway } from '#test/conformance/family'

export const leeway: Leeway<CurveCryptoState> = {
  maxFeeSpread: ({ outFeeE10, midFeeE10 }) => (Number(outFeeE10 - midFeeE10) + 1) / 1e10,
  /** With tokens of different values, D has a relative error. */
  maxRoundTripGain({ precisions, priceScale, invariant }, sold) {
    const worth = (precisions[sold] ?? 1n) * (sold === 0 ? 10n ** 18n : (priceScale[sold - 1] ?? 1n))
    return ((100n + invariant / 10n ** 17n) * 10n ** 18n) / worth
  },
}
