import { leastOfSeveralWays } from './completion.ts'
import { boundOfDirectPools } from './direct-pools.ts'
import { anneal } from './dual-bound.ts'
import { openShortfalls } from './shortfall.ts'
import { bestSingleWay } from './single-way.ts'
import { shownPrices, spreadPrices } from './spread.ts'
import { type Work, withPicked } from './work.ts'

/** Parts of the gas at which prices are sought: the fewer legs a route has, the less its gas is in the prices. */
const gasParts = [0.3, 0.1, 0.03, 0.01]
const provedFrom = 0.2
const smoothing = 0.3
const steps = 15

/**
 * The bound of routes of few legs, whose gas prices cannot see. Every route is an undivided way, or two or more pools
 * between the two tokens, or has several ways of which one is longer; the most that any of the three gives.
 * @param above where another bound stands already: more is not of interest
 * @returns `undefined` where undivided ways are too many
 */
export function boundByClasses(work: Work, above: number): number | undefined {
  const { room, scope, found } = work
  const least = Math.max(0, found.net)
  shownPrices(work)
  const wide = withPicked(work)
  const touched: number[] = []
  const scratch = { prices: room.prices, touched }
  clearPrices(work)
  const single = bestSingleWay(scope, scratch, least)
  if (single === undefined || single >= above) return single
  const bound = Math.max(single, boundOfDirectPools(scope))
  return bound >= above ? bound : Math.max(bound, boundOfSeveralWays(wide, bound))
}

/** @param least routes that give less are not of interest */
function boundOfSeveralWays(work: Work, least: number): number {
  const { room, scope } = work
  const prices = work.prices.slice()
  let bound = Number.POSITIVE_INFINITY
  for (const gasPart of gasParts) {
    anneal({ ...work, prices }, [smoothing], { gasPart, legPrice: 0 }, steps)
    if (gasPart >= provedFrom) continue
    const spread = spreadPrices({ ...work, prices })
    const shortfalls = openShortfalls(room.shortfalls, scope, room.prices)
    const radius = Math.max(0, spread.bound - least)
    bound = Math.min(bound, spread.bound - leastOfSeveralWays(room.ways, scope, shortfalls, radius))
    if (bound <= least) return least
  }
  return bound
}

function clearPrices({ room, scope, core }: Work): void {
  room.shown = undefined
  for (const token of scope.reached) room.prices[token] = 0
  for (const token of core.tokens) room.prices[token] = 0
}
