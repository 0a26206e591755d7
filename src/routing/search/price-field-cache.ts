import { itemAt } from '#domain/item-at'
import { findDeadEndPairs } from '#routing/book/pair-graph'
import { createPriceField, type PriceField, type PriceFieldInput, raiseField, spreadField } from './price-field.ts'
import type { MarketIndex } from './search-graph.ts'
import { smallMarketEdges } from './search-graph.ts'

/**
 * Price fields around input and output tokens, kept over several blocks: they only rank, and prices change little per
 * block. Rises are applied at once, falls some blocks later.
 */
export interface PriceFieldCache {
  /**
   * By market token: its price from or to one token at a cost level or at spot prices. Callers must not clear the
   * field.
   */
  around(token: number, direction: PriceFieldInput['direction'], level: FieldLevel): PriceField
  /** Starts the next block. @param risen pairs of which some price has risen */
  age(risen: readonly number[]): void
}

export type FieldLevel = number | 'spot'

/**
 * In a small market the best path may be long, as all others are shallow; and all of the market is searched anyway.
 */
const coreHops = { large: 3, small: 6 } as const
/** Pools further than this from either end are not checked for narrowly read states. */
const spotHops = 4
const maxBlocks = 8
/** Minimum number of cached fields; in a small market, as many as hold this number of prices together. */
const [minKept, maxPrices] = [48, 400_000]

interface CachedField {
  readonly field: PriceField
  readonly spread: PriceFieldInput
  /** The block of its last full computation, and the last block whose rises it includes. */
  readonly spreadBlock: number
  seenBlock: number
}

export function createPriceFieldCache({ book, pairs, prices }: MarketIndex): PriceFieldCache {
  const kept = new Map<string, CachedField>()
  /** Pairs that have risen, by block, the newest last. */
  const rises: (readonly number[])[] = []
  const maxKept = Math.max(minKept, Math.floor(maxPrices / book.tokens))
  const ownHops = book.edges <= smallMarketEdges ? coreHops.small : coreHops.large
  let block = 0

  const spreadAnew = (
    key: string,
    origin: number,
    direction: PriceFieldInput['direction'],
    level: FieldLevel,
  ): PriceField => {
    const known = kept.get(key)
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? '')
    const field = known?.field ?? createPriceField(book.tokens)
    const price = level === 'spot' ? pairs.spot : itemAt(prices.net, level)
    const hops = level === 'spot' ? spotHops : ownHops
    const spread = { pairs, price, origin, direction, hops, branches: findDeadEndPairs(pairs, origin) }
    spreadField(field, spread)
    kept.delete(key)
    kept.set(key, { field, spread, spreadBlock: block, seenBlock: block })
    return field
  }
  return {
    around(origin, direction, level) {
      const key = `${origin} ${direction} ${level}`
      const known = kept.get(key)
      if (known === undefined || block - known.spreadBlock >= maxBlocks)
        return spreadAnew(key, origin, direction, level)
      if (known.seenBlock < block) raiseField(known.field, known.spread, rises.slice(known.seenBlock - block))
      known.seenBlock = block
      return known.field
    },
    age(risen) {
      block += 1
      rises.push(risen)
      if (rises.length > maxBlocks) rises.shift()
    },
  }
}
