import { f64, i32 } from '#math/typed'
import { type Pairs, pairsOfEnd } from '#routing/book/pairs'
import type { Ground } from './core.ts'
import { type Field, openField, type Spread, spreadField } from './field.ts'

/**
 * Fields around sold and bought tokens, kept over some blocks: they only rank, and prices move little from one to the
 * next.
 */
export interface KeptFields {
  /** By token: its price from or to one token at one of `levels`, within the core's hops. Not to be cleared. */
  around(token: number, direction: Spread['direction'], level: number): Field
  /** Tells that a block has passed, in which these pairs have other prices. */
  age(changed: Iterable<number>): void
}

const coreHops = 3
const mostBlocks = 8
const mostKept = 64
/** A price that a pair now raises by more makes a field worth spreading again. */
const worthSpreading = 1.002

interface Kept {
  readonly field: Field
  readonly direction: Spread['direction']
  readonly price: Float64Array
  /** The block it was spread in; long ago where it should be spread again. */
  since: number
}

export function openKeptFields({ book, pairs, prices }: Ground): KeptFields {
  const kept = new Map<string, Kept>()
  let block = 0
  return {
    around(origin, direction, level) {
      const key = `${origin} ${direction} ${level}`
      const known = kept.get(key)
      if (known !== undefined && block - known.since < mostBlocks) return known.field
      if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '')
      const field = known?.field ?? openField(book.tokens)
      const price = prices.net[level] as Float64Array
      spreadField(field, { pairs, price, origin, direction, hops: coreHops, branches: pairsOfEnd(pairs, origin) })
      kept.delete(key)
      kept.set(key, { field, direction, price, since: block })
      return field
    },
    age(changed) {
      block += 1
      const list = [...changed]
      for (const one of kept.values()) if (list.some((pair) => raises(pairs, one, pair))) one.since = block - mostBlocks
    },
  }
}

/** Whether a pair's price now takes a field further than it was. */
function raises({ from, to }: Pairs, { field, direction, price }: Kept, pair: number): boolean {
  const isOnward = direction === 'onward'
  const [near, far] = [i32(isOnward ? from : to, pair), i32(isOnward ? to : from, pair)]
  return f64(price, pair) * f64(field.price, near) > f64(field.price, far) * worthSpreading
}
