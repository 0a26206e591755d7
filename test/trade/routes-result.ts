import { cpus } from 'node:os'
import type { Quote } from '#domain/quotes/quote'
import type { Route } from '#domain/quotes/route'
import type { SettledTrade } from './random-routes.ts'

/** A quote and its result on the chain. */
export interface Row extends SettledTrade {
  readonly quote: Quote
}

/** The stored result of a long run: how many routes of which shapes, and the largest deviation. */
export function resultOf(rows: readonly Row[], { seed, began }: { readonly seed: number; readonly began: number }) {
  const routes = rows.map(({ quote }) => quote.route)
  const max = routes.reduce((legs, route) => Math.max(legs, route.legs.length), 0)
  const ofLegs = (count: number) => routes.filter(({ legs }) => legs.length === count).length
  return {
    routes: rows.length,
    weiOff: String(rows.reduce((sum, { quote, bought }) => sum + distance(quote.route.amountOut, bought ?? 0n), 0n)),
    routesByLegs: Object.fromEntries(
      Array.from({ length: max + 1 }, (_, legs) => [legs, ofLegs(legs)]).filter(([, count]) => count !== 0),
    ),
    divided: routes.filter(({ paths }) => paths.length > 1).length,
    merged: routes.filter(isMerged).length,
    seed,
    seconds: Math.round((Date.now() - began) / 1000),
    on: `${cpus().length} cores, Node.js ${process.versions.node}`,
  }
}

/** True if two legs meet at an intermediate token, where another takes both outputs. */
const isMerged = ({ legs, tokenOut }: Route): boolean => {
  const between = legs.map((leg) => leg.tokenOut).filter((token) => token !== tokenOut)
  return new Set(between).size < between.length
}

const distance = (a: bigint, b: bigint): bigint => (a < b ? b - a : a - b)
