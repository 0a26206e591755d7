/** What trades at one rate up to a limit, as the search sees it. */
import type { Stretches } from '#domain/protocol'

/**
 * Stretches fall in price and a rate does not. So there are some, each eight times as long as the one before and a
 * little dearer: what one says is off by a part in a million of what it reaches to, not of all that there is.
 */
const fall = 1e-7
const count = 14
const growth = 8

export interface Rate {
  /** What a smallest unit of the one brings in smallest units of the other. */
  readonly rate: number
  /** Of what is sold, taken at most; smallest units. */
  readonly most: number
  readonly gas: number
  /** By how many smallest units an exact amount may exceed the rate; 1 where absent. */
  readonly doubt?: number
}

export function rateStretches({ rate, most, gas, doubt = 1 }: Rate): Stretches {
  if (!(most >= 1 && rate > 0)) return { kept: 1, roots: [], liquidity: [], gas: [], whole: true }
  const roots = Array.from({ length: count + 1 }, (_, k) => Math.sqrt(rate) * (1 + fall) ** -k)
  const reach = Array.from({ length: count + 1 }, (_, k) => (k === 0 ? 0 : most * growth ** (k - count)))
  const each = <T>(of: (from: number, to: number, k: number) => T): T[] =>
    reach.slice(1).map((to, k) => of(reach[k] ?? 0, to, k))
  return {
    kept: 1,
    roots,
    liquidity: each((begin, end, k) => (end - begin) / (1 / (roots[k + 1] ?? 1) - 1 / (roots[k] ?? 1))),
    gas: each(() => gas),
    slack: each((_, end, k) => doubt + 3 * (k + 1) * fall * end * rate),
    whole: true,
  }
}
