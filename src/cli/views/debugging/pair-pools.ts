import { tokenView } from '#cli/views/amount'
import type { DepthStep, PairPool, PairPools } from '#domain/debugging/pair-pools'
import { checksum } from '#text/checksum'

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

export function pairPoolsView(found: PairPools) {
  const { base, quote, pools, skipped, middle, depth } = found
  const priceOf = (raw: number | undefined) => toPrice(found, raw) ?? null
  return {
    base: tokenView(base),
    quote: tokenView(quote),
    middle: priceOf(middle),
    pools: pools.map(({ pool, state, bid, ask, down, up }) => ({
      venue: pool.venue.name,
      family: pool.venue.protocol,
      pool: checksum(pool.address),
      feePpm: pool.feePpm,
      bid: priceOf(bid),
      ask: priceOf(ask),
      down: down.map(stepView),
      up: up.map(stepView),
      state: toPlain(state),
    })),
    depth: depth.map(({ share, amount }) => ({ share, amount: String(BigInt(Math.floor(amount))) })),
    skipped: skipped.map(({ pool, reason }) => ({ venue: pool.venue.name, pool: checksum(pool.address), reason })),
  }
}

/** Of smallest units, for one whole token of `base`. */
export const toPrice = (
  { base, quote }: Pick<PairPools, 'base' | 'quote'>,
  raw: number | undefined,
): number | undefined => (raw === undefined ? undefined : raw * 10 ** (base.decimals - quote.decimals))

const stepView = ({ share, amountIn, amountOut, isComplete }: DepthStep) => ({
  share: share / 1e6,
  amountIn: String(amountIn),
  amountOut: amountOut === undefined ? null : String(amountOut),
  complete: isComplete,
})

/** A state as JSON: whole numbers of any size as text, what is absent as null. */
export function toPlain(value: PairPool['state']): Json {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (Array.isArray(value)) return value.map(toPlain)
  if (value instanceof Map || value instanceof Set) return [...value].map(toPlain)
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toPlain(inner)]))
}
