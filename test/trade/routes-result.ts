import { cpus } from 'node:os'
import type { Quote } from '#domain/quote'
import type { Route } from '#domain/route'
import type { Settled } from './random-routes.ts'

/** A quote and what the chain made of it. */
export interface Row extends Settled {
  readonly quote: Quote
}

/** What is kept of a long run: how many routes of which shapes, and by how much any of them was off. */
export function resultOf(rows: readonly Row[], { seed, began }: { readonly seed: number; readonly began: number }) {
  const routes = rows.map(({ quote }) => quote.route)
  const most = routes.reduce((legs, route) => Math.max(legs, route.legs.length), 0)
  const ofLegs = (count: number) => routes.filter(({ legs }) => legs.length === count).length
  return {
    routes: rows.length,
    weiOff: String(rows.reduce((sum, { quote, bought }) => sum + distance(quote.route.amountOut, bought ?? 0n), 0n)),
    routesByLegs: Object.fromEntries(
      Array.from({ length: most + 1 }, (_, legs) => [legs, ofLegs(legs)]).filter(([, count]) => count !== 0),
    ),
    divided: routes.filter(({ paths }) => paths.length > 1).length,
    merged: routes.filter(isMerged).length,
    seed,
    seconds: Math.round((Date.now() - began) / 1000),
    on: `${cpus().length} cores, Node.js ${process.versions.node}`,
  }
}

/** Whether two legs meet at a token between, where another takes up what both brought. */
const isMerged = ({ legs, tokenOut }: Route): boolean => {
  const between = legs.map((leg) => leg.tokenOut).filter((token) => token !== tokenOut)
  return new Set(between).size < between.length
}

const distance = (a: bigint, b: bigint): bigint => (a < b ? b - a : a - b)
