import type { ComparedTrade, Comparison, FoundTrade } from '#cli/request/debugging/compare-quotes'
import { amountView } from '#cli/views/amount'

export const compareView = (by: Comparison, rows: readonly ComparedTrade[]) => {
  const behind = compareRows(rows)
  return {
    by,
    rows: rows.map(({ name, found, failure }, i) => ({
      name,
      sell: found === undefined ? null : amountView(found.route.amountIn, found.sell),
      buy: found === undefined ? null : amountView(found.route.amountOut, found.buy),
      net: found?.net === undefined ? null : String(found.net),
      gas: found === undefined ? null : String(found.route.gas),
      price: found === undefined ? null : priceOf(found),
      behindPpm: behind[i] ?? null,
      pools: found?.pools ?? 0,
      lowerBound: found?.isLowerBound ?? false,
      error: failure ?? null,
    })),
  }
}

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
