import { f64, i32 } from '#math/typed'
import { priceBetween } from './outside-prices.ts'
import { type Scan, type Surplus, scanPairs } from './scan.ts'
import { settlePrice } from './settle.ts'
import type { Work } from './work.ts'

export interface Spread extends Scan {
  /** Tokens outside the core around which pools still gain, the most wanted first. */
  readonly wanted: readonly number[]
}

/** Of the bound: what pools gain around a token outside the core for it to be settled, and to be wanted in the core. */
const worthSettling = 1e-8
const worthWanting = 1e-7
const mostSettled = 60
const mostWanted = 16

/**
 * Extends the core's prices to every token of the book and adds up what they prove. Tokens outside around which pools
 * gain have their prices settled, and the sum is taken again. Leaves the prices in the room.
 */
export function spreadPrices(work: Work): Spread {
  const { room, scope, core } = work
  const { prices, isCore } = room
  room.shown = undefined
  for (const token of scope.reached) prices[token] = 0
  core.tokens.forEach((token, place) => {
    prices[token] = f64(work.prices, place)
    isCore[token] = 1
  })
  priceBetween(scope, prices, scope.reached, isCore)
  const first = scanPairs(scope, prices)
  const unsettled = tokensOutside(work, first, worthSettling)
  for (const token of unsettled.slice(0, mostSettled)) settlePrice(scope, prices, token)
  const scan = unsettled.length === 0 ? first : scanPairs(scope, prices)
  const wanted = tokensOutside(work, scan, worthWanting).slice(0, mostWanted)
  for (const token of core.tokens) isCore[token] = 0
  const spread = { ...scan, wanted }
  room.shown = { at: work.prices, spread }
  return spread
}

/** The same, but what stands in the room already is not worked out again. */
export const shownPrices = (work: Work): Spread =>
  work.room.shown?.at === work.prices ? work.room.shown.spread : spreadPrices(work)

function tokensOutside({ room, scope }: Work, { surpluses, bound }: Scan, part: number): number[] {
  const { book } = scope.ground
  const gained = new Map<number, number>()
  const add = (token: number, { value }: Surplus) => {
    if (room.isCore[token] === 0) gained.set(token, (gained.get(token) ?? 0) + value)
  }
  for (const surplus of surpluses) {
    add(i32(book.from, surplus.edge), surplus)
    add(i32(book.to, surplus.edge), surplus)
  }
  return [...gained]
    .filter(([, value]) => value > part * bound)
    .sort((x, y) => y[1] - x[1] || x[0] - y[0])
    .map(([token]) => token)
}
