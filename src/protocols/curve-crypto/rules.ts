/**
 * What the contracts differ in. Source: constants and checks of CurveCryptoSwap2, CurveCryptoMath3, CurveCryptoMathOptimized3
 * and CurveCryptoMathOptimized2 v2.1.0.
 */
import type { Kind, Shape } from './state.ts'

export interface Rules {
  readonly n: bigint
  /** Of A · n^n · 10^4; the contract refuses all others. */
  readonly leastA: bigint
  readonly mostA: bigint
  /** 18 decimals. */
  readonly mostGamma: bigint
  /** A balance is at least this part of the largest when D is looked for, 18 decimals; nothing is asked where absent. */
  readonly leastOfLargest?: bigint
  /** Of the virtual price: whether a trade that leaves it as it was is refused too. */
  readonly mustGain: boolean
  /** Balances come from the roots of a cubic, D from where that left off. */
  readonly isAnalytic: boolean
  /** Where the scale stays, a price is noted down after each trade, and is asked for a D that is neither small nor large. */
  readonly pricesInvariant: boolean
  /** Means and balances begin as those of two tokens: the older contracts have other steps for three. */
  readonly ofTwo: boolean
}

const old = { mustGain: false, isAnalytic: false, pricesInvariant: false } as const
const ng = { mustGain: true, isAnalytic: true } as const
const two = { n: 2n, leastA: 4_000n, leastOfLargest: 10n ** 14n, ofTwo: true } as const
const three = { n: 3n, leastA: 2_700n, mostA: 270_000_000n, mostGamma: 5n * 10n ** 16n, ofTwo: false } as const

export const rulesOf: Readonly<Record<Kind, Rules>> = {
  two: { ...two, ...old, mostA: 4_000_000_000n, mostGamma: 2n * 10n ** 16n },
  tri: { ...three, ...old, leastOfLargest: 10n ** 11n },
  'tri-ng': { ...three, ...ng, pricesInvariant: false },
  'two-ng': { ...two, ...ng, mostA: 40_000_000n, mostGamma: 199n * 10n ** 15n, pricesInvariant: true },
}

export const leastGamma = 10n ** 10n
/** D, 18 decimals. */
export const [leastInvariant, mostInvariant] = [10n ** 17n, 10n ** 33n]

type Range = readonly [least: bigint, most: bigint]

/** What a balance may be of D, both ends included, 18 decimals; refused otherwise. */
export interface Parts {
  /** Of the balances that are given when another is looked for, times `times`. */
  readonly given: Range
  readonly times: bigint
  /** Of one that was found: by the cubic, and by Newton's method, which asks nothing where absent. */
  readonly byCubic: Range
  readonly byNewton?: Range
  /** Of all balances once D was found. */
  readonly ofInvariant: Range
}

const [hundredth, hundredfold] = [10n ** 16n, 10n ** 20n]
const usual: Range = [hundredth, hundredfold]
const rounded: Range = [hundredth - 1n, hundredfold]
const usualParts: Parts = { given: usual, times: 1n, byCubic: rounded, byNewton: usual, ofInvariant: usual }

/** Of Twocrypto-NG: above this gamma balances may be less uneven, so much as gamma is larger. 18 decimals. */
const largeGamma = 2n * 10n ** 16n

export function partsOf({ kind, gamma }: Shape): Parts {
  if (kind === 'tri') return usualParts
  if (kind === 'tri-ng') return { ...usualParts, ofInvariant: rounded }
  if (kind === 'two') return { ...usualParts, given: [2n * hundredth, 2n * hundredfold], times: 2n }
  const most = gamma > largeGamma ? (hundredfold * largeGamma) / gamma : hundredfold
  return {
    given: [10n ** 36n / most, most],
    times: 2n,
    byCubic: [10n ** 36n / 2n / most, most / 2n],
    ofInvariant: [hundredth / 2n, hundredfold / 2n],
  }
}

/** @throws RangeError unless a balance is within a range of D */
export function checkPart(part: bigint, [least, most]: Range): void {
  if (part < least || part > most) throw new RangeError('unsafe balance')
}
