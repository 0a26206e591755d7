import { pairsOfEnd } from '#routing/book/pairs'
import type { Ground } from './core.ts'
import { smallMarket } from './core.ts'
import { type Field, openField, raiseField, type Spread, spreadField } from './field.ts'

/**
 * Fields around sold and bought tokens, kept over some blocks: they only rank, and prices move little from one to the
 * next. What rises is carried on at once, what falls some blocks later.
 */
export interface KeptFields {
  /** By token: its price from or to one token at one of `levels`, or at spot prices. Not to be cleared. */
  around(token: number, direction: Spread['direction'], level: Level): Field
  /** Tells that a block has passed, in which some price of these pairs has risen. */
  age(risen: readonly number[]): void
}

export type Level = number | 'spot'

/** In a small market the best way may be a long one, as all others are shallow; and all of it is looked at anyway. */
const coreHops = { large: 3, small: 6 } as const
/** Further than this from either end a pool's price at its edge is not looked at. */
const spotHops = 4
const mostBlocks = 8
/** Fields, and in a small book as many as hold so many prices together. */
const [leastKept, mostPrices] = [48, 400_000]

interface Kept {
  readonly field: Field
  readonly spread: Spread
  /** The block it was spread in, and the one it knows of what has risen. */
  readonly since: number
  seen: number
}

export function openKeptFields({ book, pairs, prices }: Ground): KeptFields {
  const kept = new Map<string, Kept>()
  /** What has risen in the last blocks, the newest last. */
  const rises: (readonly number[])[] = []
  const mostKept = Math.max(leastKept, Math.floor(mostPrices / book.tokens))
  const ownHops = book.edges <= smallMarket ? coreHops.small : coreHops.large
  let block = 0

  const spreadAnew = (key: string, origin: number, direction: Spread['direction'], level: Level): Field => {
    const known = kept.get(key)
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '')
    const field = known?.field ?? openField(book.tokens)
    const price = level === 'spot' ? pairs.spot : (prices.net[level] as Float64Array)
    const hops = level === 'spot' ? spotHops : ownHops
    const spread = { pairs, price, origin, direction, hops, branches: pairsOfEnd(pairs, origin) }
    spreadField(field, spread)
    kept.delete(key)
    kept.set(key, { field, spread, since: block, seen: block })
    return field
  }
  return {
    around(origin, direction, level) {
      const key = `${origin} ${direction} ${level}`
      const known = kept.get(key)
      if (known === undefined || block - known.since >= mostBlocks) return spreadAnew(key, origin, direction, level)
      if (known.seen < block) raiseField(known.field, known.spread, rises.slice(known.seen - block))
      known.seen = block
      return known.field
    },
    age(risen) {
      block += 1
      rises.push(risen)
      if (rises.length > mostBlocks) rises.shift()
    },
  }
}
