import { f64, i32 } from '#math/typed'
import type { Pairs } from '#routing/book/pairs'

/** The best product of pair prices between one token and every other that is near enough. */
export interface Field {
  /** By token of the book; 0 where not reached. */
  readonly price: Float64Array
  /** The tokens reached, the first of them the one it spreads from. */
  readonly reached: number[]
  /** 1 for tokens whose price has risen since they were gone on from. */
  readonly queued: Uint8Array
}

export const openField = (tokens: number): Field => ({
  price: new Float64Array(tokens),
  reached: [],
  queued: new Uint8Array(tokens),
})

export interface Spread {
  readonly pairs: Pairs
  /** By pair. */
  readonly price: Float64Array
  readonly origin: number
  /** From the origin to the others, or from the others to it. */
  readonly direction: 'onward' | 'back'
  readonly hops: number
  /** Pairs on the branches behind tokens that are ends. */
  readonly branches: readonly number[]
  /** Whether a token is worth going on from at its price; every one where absent. */
  readonly isOfUse?: (token: number, price: number) => boolean
}

/** Overwrites the field. */
export function spreadField(field: Field, spread: Spread): void {
  clearField(field)
  const { origin, hops } = spread
  field.price[origin] = 1
  field.reached.push(origin)
  let front = [origin]
  for (let hop = 0; hop < hops && front.length > 0; hop += 1) front = spreadOnce(field, spread, front)
  for (const token of front) field.queued[token] = 0
}

/** Takes a field on from pairs whose prices have risen since, by block. What has fallen stays as it was. */
export function raiseField(field: Field, spread: Spread, rises: readonly (readonly number[])[]): void {
  const near = spread.direction === 'onward' ? spread.pairs.from : spread.pairs.to
  let front: number[] = []
  for (const pairs of rises) {
    for (const pair of pairs) {
      const here = f64(field.price, i32(near, pair))
      if (here > 0) raise(field, spread, pair, { here, next: front })
    }
  }
  for (let hop = 1; hop < spread.hops && front.length > 0; hop += 1) front = spreadOnce(field, spread, front)
  for (const token of front) field.queued[token] = 0
}

/**
 * Takes a field on along the branch of another token that is an end, which those that share the field may not have.
 * @param branch its pairs in the order in which they are passed
 */
export function extendField(
  { price, reached }: Field,
  pairs: Pairs,
  branch: Pick<Spread, 'direction' | 'price'> & { readonly pairs: readonly number[] },
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

/** Forgets what was reached. */
export function clearField({ price, reached }: Field): void {
  for (const token of reached) price[token] = 0
  reached.length = 0
}

function spreadOnce(field: Field, spread: Spread, front: readonly number[]): number[] {
  const { price, queued } = field
  const { pairs, direction, branches } = spread
  const isOnward = direction === 'onward'
  const fan = isOnward ? pairs.leaving : pairs.entering
  const near = isOnward ? pairs.from : pairs.to
  const next: number[] = []
  for (const token of front) queued[token] = 0
  for (const token of front) {
    const here = f64(price, token)
    for (let i = i32(fan.first, token); i < i32(fan.first, token + 1); i += 1)
      raise(field, spread, i32(fan.list, i), { here, next })
    for (const pair of branches) if (i32(near, pair) === token) raise(field, spread, pair, { here, next })
  }
  return next
}

/** The far token of a pair at the near one's price, where that is more than it had. */
function raise(
  { price, reached, queued }: Field,
  { pairs, direction, origin, isOfUse, price: pairPrice }: Spread,
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
