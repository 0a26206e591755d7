import { type Pairs, pairsOfEnd } from '#routing/book/pairs'
import type { Prices } from '#routing/book/prices'
import { type Field, openField, type Spread, spreadField } from './field.ts'

/**
 * Fields around sold and bought tokens, kept over some blocks: they only rank, and prices move little from one to the
 * next.
 */
export interface KeptFields {
  /** By token: its price from or to one token at one of `levels`, within the core's hops. Not to be cleared. */
  around(token: number, direction: Spread['direction'], level: number): Field
  /** Tells that a block has passed. */
  age(): void
}

const coreHops = 3
const mostBlocks = 8
const mostKept = 64

export function openKeptFields(tokens: number, pairs: Pairs, prices: Prices): KeptFields {
  const kept = new Map<string, { readonly field: Field; readonly since: number }>()
  let block = 0
  return {
    around(origin, direction, level) {
      const key = `${origin} ${direction} ${level}`
      const known = kept.get(key)
      if (known !== undefined && block - known.since < mostBlocks) return known.field
      if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '')
      const field = known?.field ?? openField(tokens)
      const price = prices.net[level] as Float64Array
      spreadField(field, { pairs, price, origin, direction, hops: coreHops, branches: pairsOfEnd(pairs, origin) })
      kept.delete(key)
      kept.set(key, { field, since: block })
      return field
    },
    age() {
      block += 1
    },
  }
}
