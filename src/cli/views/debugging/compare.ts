import type { ComparedTrade, Comparison, FoundTrade } from '#cli/request/debugging/compare-quotes'
import { amountView } from '#cli/views/amount'
import { checksum } from '#text/checksum'

export const compareView = (by: Comparison, rows: readonly ComparedTrade[]) => {
  const behind = compareRows(rows)
  return {
    by,
    rows: rows.map(({ name, pool, found, failure }, i) => ({
      name,
      pool: pool === undefined ? null : checksum(pool),
      ...(found === undefined ? nothingFound : foundView(found)),
      behindPpm: behind[i] ?? null,
      error: failure ?? null,
    })),
  }
}

const nothingFound = { sell: null, buy: null, net: null, gas: null, price: null, pools: 0, lowerBound: false }

const foundView = (found: FoundTrade) => ({
  sell: amountView(found.route.amountIn, found.sell),
  buy: amountView(found.route.amountOut, found.buy),
  net: found.net === undefined ? null : String(found.net),
  gas: String(found.route.gas),
  price: priceOf(found),
  pools: found.pools,
  lowerBound: found.isLowerBound,
})

const wholeOf = (raw: bigint, { decimals }: { readonly decimals: number }): number => Number(raw) / 10 ** decimals

/** Whole bought tokens for one sold, before gas. */
export const priceOf = ({ route, sell, buy }: FoundTrade): number =>
  wholeOf(route.amountOut, buy) / wholeOf(route.amountIn, sell)

/**
 * By how much each row gives less per unit than the best one, in parts per million: net of gas if that is known of all.
 */
export function compareRows(rows: readonly ComparedTrade[]): readonly (number | undefined)[] {
  const isNet = rows.every(({ found }) => found === undefined || found.net !== undefined)
  const prices = rows.map(({ found }) => {
    if (found === undefined) return undefined
    const out = isNet ? (found.net ?? 0n) : found.route.amountOut
    return wholeOf(out, found.buy) / wholeOf(found.route.amountIn, found.sell)
  })
  const best = Math.max(...prices.flatMap((price) => price ?? []))
  return prices.map((price) => (price === undefined ? undefined : Math.round((1 - price / best) * 1e6)))
}
