/** Segments of a trade at one fixed rate up to a limit. */
import type { LiquiditySegments } from '#domain/pools/protocol'

/**
 * Relative fall of the √price over a segment. Segments must fall in price, and a rate does not. So there are several,
 * each eight times as long as the one before and slightly worse in price: the error of each is about a millionth of the
 * amount at its own end, not of the total.
 */
const priceStep = 1e-7
const segmentCount = 14
const growth = 8

export interface RateCurve {
  /** Output per unit of input, both in smallest units. */
  readonly rate: number
  /** Largest input, in smallest units. */
  readonly max: number
  readonly gas: number
  /** By how many smallest units an exact amount may exceed the rate; 1 if absent. */
  readonly slack?: number
}

export function rateToSegments({ rate, max, gas, slack: doubt = 1 }: RateCurve): LiquiditySegments {
  if (!(max >= 1 && rate > 0)) return { feeFactor: 1, sqrtPrices: [], liquidity: [], gas: [], isComplete: true }
  const roots = Array.from({ length: segmentCount + 1 }, (_, k) => Math.sqrt(rate) * (1 + priceStep) ** -k)
  const reach = Array.from({ length: segmentCount + 1 }, (_, k) => (k === 0 ? 0 : max * growth ** (k - segmentCount)))
  const each = <T>(of: (from: number, to: number, k: number) => T): T[] =>
    reach.slice(1).map((to, k) => of(reach[k] ?? 0, to, k))
  return {
    feeFactor: 1,
    sqrtPrices: roots,
    liquidity: each((begin, end, k) => (end - begin) / (1 / (roots[k + 1] ?? 1) - 1 / (roots[k] ?? 1))),
    gas: each(() => gas),
    slack: each((_, end, k) => doubt + 3 * (k + 1) * priceStep * end * rate),
    isComplete: true,
  }
}
