import { f64, i32 } from '#math/typed'
import type { MarketIndex } from './market-index.ts'
import { type Direction, findDeadEndPairs, forEachPair, type PairGraph } from './pair-graph.ts'
import { getNetPrices } from './pair-prices.ts'
import { priceFieldTuning } from './tuning.ts'

/**
 * Price fields around input and output tokens, kept over several blocks: they only rank, and prices change little per
 * block. Rises are applied at once, falls some blocks later.
 */
export interface PriceFieldCache {
  /**
   * By market token: its price from or to one token at a cost level or at spot prices. Callers must not clear the
   * field.
   */
  around(token: number, direction: Direction, level: FieldLevel): PriceField
  /** Starts the next block. @param risen pairs of which some price has risen */
  age(risen: readonly number[]): void
}

export type FieldLevel = number | 'spot'

const { smallMarketEdges, coreHops, spotHops, minKept, maxPrices } = priceFieldTuning

interface CachedField {
  readonly field: PriceField
  readonly spread: PriceFieldInput
  /** The block of its last full computation, and the last block whose rises it includes. */
  readonly spreadBlock: number
  seenBlock: number
}

/** @param maxBlocks from one computation of a field to the next; with 1, all falls are applied in every block */
export function createPriceFieldCache(
  { book, pairs, prices }: MarketIndex,
  maxBlocks: number = priceFieldTuning.maxBlocks,
): PriceFieldCache {
  const kept = new Map<string, CachedField>()
  /** Pairs that have risen, by block, the newest last. */
  const rises: (readonly number[])[] = []
  const maxKept = Math.max(minKept, Math.floor(maxPrices / book.tokens))
  const ownHops = book.edges <= smallMarketEdges ? coreHops.small : coreHops.large
  let block = 0

  const spreadAnew = (key: string, origin: number, direction: Direction, level: FieldLevel): PriceField => {
    const known = kept.get(key)
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? '')
    const field = known?.field ?? createPriceField(book.tokens)
    const price = level === 'spot' ? pairs.spot : getNetPrices(book, pairs, prices, level)
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
      if (maxBlocks === 1) kept.clear()
      rises.push(risen)
      if (rises.length > maxBlocks) rises.shift()
    },
  }
}

/** The best product of pair prices between one token and every other within reach. */
export interface PriceField {
  /** By market token; 0 if not reached. */
  readonly price: Float64Array
  /** The tokens reached; the first is the origin. */
  readonly reached: number[]
  /** 1 for tokens whose price has risen since they were last expanded. */
  readonly queued: Uint8Array
}

export const createPriceField = (tokens: number): PriceField => ({
  price: new Float64Array(tokens),
  reached: [],
  queued: new Uint8Array(tokens),
})

export interface PriceFieldInput {
  readonly pairs: PairGraph
  /** By pair. */
  readonly price: Float64Array
  readonly origin: number
  /** From the origin to the others, or from the others to it. */
  readonly direction: Direction
  readonly hops: number
  /** Pairs on the branches behind tokens that are ends. */
  readonly branches: readonly number[]
  /** Whether to expand a token at its price; every token if absent. */
  readonly isUseful?: (token: number, price: number) => boolean
}

/** Overwrites the field. */
export function spreadField(field: PriceField, spread: PriceFieldInput): void {
  clearField(field)
  const { origin, hops } = spread
  field.price[origin] = 1
  field.reached.push(origin)
  let front = [origin]
  for (let hop = 0; hop < hops && front.length > 0; hop += 1) front = spreadOneHop(field, spread, front)
  for (const token of front) field.queued[token] = 0
}

/** Updates a field from pairs whose prices have risen since, by block. Falls are not applied. */
export function raiseField(field: PriceField, spread: PriceFieldInput, rises: readonly (readonly number[])[]): void {
  const near = spread.direction === 'onward' ? spread.pairs.from : spread.pairs.to
  let front: number[] = []
  for (const pairs of rises) {
    for (const pair of pairs) {
      const here = f64(field.price, i32(near, pair))
      if (here > 0) raisePrice(field, spread, pair, { here, next: front })
    }
  }
  for (let hop = 1; hop < spread.hops && front.length > 0; hop += 1) front = spreadOneHop(field, spread, front)
  for (const token of front) field.queued[token] = 0
}

/**
 * Extends a field along the branch of another end, which other users of the field may not have.
 * @param branch its pairs in traversal order
 */
export function extendField(
  { price, reached }: PriceField,
  pairs: PairGraph,
  branch: Pick<PriceFieldInput, 'direction' | 'price'> & { readonly pairs: readonly number[] },
): void {
  const isOnward = branch.direction === 'onward'
  for (const pair of branch.pairs) {
    const [near, far] = isOnward ? [pairs.from, pairs.to] : [pairs.to, pairs.from]
    const token = i32(far, pair)
    const there = f64(branch.price, pair) * f64(price, i32(near, pair))
    if (there <= f64(price, token) || token === reached[0]) continue
    if (f64(price, token) === 0) reached.push(token)
    price[token] = there
  }
}

/** Resets the field to empty. */
export function clearField({ price, reached }: PriceField): void {
  for (const token of reached) price[token] = 0
  reached.length = 0
}

function spreadOneHop(field: PriceField, spread: PriceFieldInput, front: readonly number[]): number[] {
  const { price, queued } = field
  const { pairs, direction, branches } = spread
  const next: number[] = []
  for (const token of front) queued[token] = 0
  for (const token of front) {
    const raised = { here: f64(price, token), next }
    forEachPair(pairs, direction, branches, token, (pair) => raisePrice(field, spread, pair, raised))
  }
  return next
}

/** Prices the far token of a pair from the near one, if that exceeds its price so far. */
function raisePrice(
  { price, reached, queued }: PriceField,
  { pairs, direction, origin, isUseful: isOfUse, price: pairPrice }: PriceFieldInput,
  pair: number,
  { here, next }: { readonly here: number; readonly next: number[] },
): void {
  const token = i32(direction === 'onward' ? pairs.to : pairs.from, pair)
  const there = f64(pairPrice, pair) * here
  if (there <= f64(price, token) || token === origin) return
  if (isOfUse !== undefined && !isOfUse(token, there)) return
  if (f64(price, token) === 0) reached.push(token)
  price[token] = there
  if (queued[token] === 1) return
  queued[token] = 1
  next.push(token)
}
