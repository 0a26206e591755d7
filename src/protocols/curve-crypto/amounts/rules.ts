/**
 * The differences between the contracts. Source: constants and checks of CurveCryptoSwap2, CurveCryptoMath3,
 * CurveCryptoMathOptimized3 and CurveCryptoMathOptimized2 v2.1.0.
 */
import type { CurveCryptoKind, CurveCryptoShape } from './state.ts'

export interface CurveCryptoRules {
  readonly n: bigint
  /** Limits of A · n^n · 10^4; the contract refuses all others. */
  readonly minA: bigint
  readonly maxA: bigint
  /** 18 decimals. */
  readonly maxGamma: bigint
  /** Minimum of a balance as a fraction of the largest when D is computed, 18 decimals; no check if absent. */
  readonly minOfLargest?: bigint
  /** Of the virtual price: true if a trade that leaves it unchanged is refused too. */
  readonly mustGain: boolean
  /** Balances come from the roots of a cubic, and D starts from their result. */
  readonly isAnalytic: boolean
  /** If the scale stays, a price is stored after each trade; it requires a D that is neither small nor large. */
  readonly pricesInvariant: boolean
  /** Means and balances start as those of two tokens: the older contracts have other steps for three. */
  readonly ofTwo: boolean
}

const old = { mustGain: false, isAnalytic: false, pricesInvariant: false } as const
const ng = { mustGain: true, isAnalytic: true } as const
const two = { n: 2n, minA: 4_000n, minOfLargest: 10n ** 14n, ofTwo: true } as const
const three = { n: 3n, minA: 2_700n, maxA: 270_000_000n, maxGamma: 5n * 10n ** 16n, ofTwo: false } as const

export const rulesByKind: Readonly<Record<CurveCryptoKind, CurveCryptoRules>> = {
  two: { ...two, ...old, maxA: 4_000_000_000n, maxGamma: 2n * 10n ** 16n },
  tri: { ...three, ...old, minOfLargest: 10n ** 11n },
  'tri-ng': { ...three, ...ng, pricesInvariant: false },
  'two-ng': { ...two, ...ng, maxA: 40_000_000n, maxGamma: 199n * 10n ** 15n, pricesInvariant: true },
}

export const minGamma = 10n ** 10n
/** D, 18 decimals. */
export const [minInvariant, maxInvariant] = [10n ** 17n, 10n ** 33n]

type PartRange = readonly [min: bigint, max: bigint]

/** Limits of a balance as a fraction of D, both ends included, 18 decimals; refused otherwise. */
export interface CurveCryptoPartLimits {
  /** Of the given balances when another is computed, times `times`. */
  readonly given: PartRange
  readonly times: bigint
  /** Of a computed balance: by the cubic, and by Newton's method, which has no check if absent. */
  readonly byCubic: PartRange
  readonly byNewton?: PartRange
  /** Of all balances after D was computed. */
  readonly ofInvariant: PartRange
}

const [hundredth, hundredfold] = [10n ** 16n, 10n ** 20n]
const usualRange: PartRange = [hundredth, hundredfold]
const roundedRange: PartRange = [hundredth - 1n, hundredfold]
const usualParts: CurveCryptoPartLimits = {
  given: usualRange,
  times: 1n,
  byCubic: roundedRange,
  byNewton: usualRange,
  ofInvariant: usualRange,
}

/** For Twocrypto-NG: above this gamma the limits of balances tighten in proportion to gamma. 18 decimals. */
const largeGamma = 2n * 10n ** 16n

export function getPartLimits({ kind, gamma }: CurveCryptoShape): CurveCryptoPartLimits {
  if (kind === 'tri') return usualParts
  if (kind === 'tri-ng') return { ...usualParts, ofInvariant: roundedRange }
  if (kind === 'two') return { ...usualParts, given: [2n * hundredth, 2n * hundredfold], times: 2n }
  const max = gamma > largeGamma ? (hundredfold * largeGamma) / gamma : hundredfold
  return {
    given: [10n ** 36n / max, max],
    times: 2n,
    byCubic: [10n ** 36n / 2n / max, max / 2n],
    ofInvariant: [hundredth / 2n, hundredfold / 2n],
  }
}

/** @throws RangeError unless a balance is within a range of D */
export function checkPart(part: bigint, [min, max]: PartRange): void {
  if (part < min || part > max) throw new RangeError('unsafe balance')
}
