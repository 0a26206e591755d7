/** What the contracts differ in. Source: constants and checks of CurveCryptoSwap2, CurveCryptoMath3 and CurveCryptoMathOptimized3. */
import type { Kind } from './state.ts'

export interface Rules {
  readonly n: bigint
  /** Of A · n^n · 10^4; the contract refuses all others. */
  readonly leastA: bigint
  readonly mostA: bigint
  /** 18 decimals. */
  readonly mostGamma: bigint
  /** A balance is at least this part of the largest when D is looked for, 18 decimals; nothing is asked where absent. */
  readonly leastOfLargest?: bigint
  /** A balance is at least this part of the D that was found, 18 decimals. */
  readonly leastOfInvariant: bigint
  /** Of the virtual price: whether a trade that leaves it as it was is refused too. */
  readonly mustGain: boolean
  /** Balances come from the roots of a cubic, D from where that left off. */
  readonly isAnalytic: boolean
}

const three = { n: 3n, leastA: 2_700n, mostA: 270_000_000n, mostGamma: 5n * 10n ** 16n } as const
const old = { leastOfInvariant: 10n ** 16n, mustGain: false, isAnalytic: false } as const

export const rulesOf: Readonly<Record<Kind, Rules>> = {
  two: { n: 2n, leastA: 4_000n, mostA: 4_000_000_000n, mostGamma: 2n * 10n ** 16n, leastOfLargest: 10n ** 14n, ...old },
  tri: { ...three, leastOfLargest: 10n ** 11n, ...old },
  'tri-ng': { ...three, leastOfInvariant: 10n ** 16n - 1n, mustGain: true, isAnalytic: true },
}

export const leastGamma = 10n ** 10n
/** D, 18 decimals. */
export const [leastInvariant, mostInvariant] = [10n ** 17n, 10n ** 33n]
/** Of D, 18 decimals: what any balance may be of it. */
export const [leastPart, mostPart] = [10n ** 16n, 10n ** 20n]
