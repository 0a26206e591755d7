import { f64, i32 } from '#math/typed'
import type { Fan, Pairs } from '#routing/book/pairs'

/** The best product of pair prices between one token and every other that is near enough. */
export interface Field {
  /** By token of the book; 0 where not reached. */
  readonly price: Float64Array
  /** The tokens reached, the first of them the one it spreads from. */
  readonly reached: number[]
}

export const openField = (tokens: number): Field => ({ price: new Float64Array(tokens), reached: [] })

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
}

/** Overwrites the field. */
export function spreadField(field: Field, spread: Spread): void {
  clearField(field)
  const { origin, hops } = spread
  field.price[origin] = 1
  field.reached.push(origin)
  let front = [origin]
  for (let hop = 0; hop < hops && front.length > 0; hop += 1) front = spreadOnce(field, spread, front)
}

/** Forgets what was reached. */
export function clearField({ price, reached }: Field): void {
  for (const token of reached) price[token] = 0
  reached.length = 0
}

function spreadOnce({ price, reached }: Field, spread: Spread, front: readonly number[]): number[] {
  const { pairs, direction, origin, branches } = spread
  const [fan, near, far]: [Fan, Int32Array, Int32Array] =
    direction === 'onward' ? [pairs.leaving, pairs.from, pairs.to] : [pairs.entering, pairs.to, pairs.from]
  const next: number[] = []
  const raise = (pair: number, here: number) => {
    const token = i32(far, pair)
    const there = f64(spread.price, pair) * here
    if (there <= f64(price, token) || token === origin) return
    if (f64(price, token) === 0) reached.push(token)
    price[token] = there
    next.push(token)
  }
  for (const token of front) {
    const here = f64(price, token)
    for (let i = i32(fan.first, token); i < i32(fan.first, token + 1); i += 1) raise(i32(fan.list, i), here)
    for (const pair of branches) if (i32(near, pair) === token) raise(pair, here)
  }
  return next
}
