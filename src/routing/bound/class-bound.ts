import { boundDirectPools } from './direct-pools.ts'
import { minSplitShortfall } from './path-shortfall.ts'
import { extendPrices, getExtendedPrices } from './prices/extend-prices.ts'
import { type ProofState, widenBySearch } from './proof-state.ts'
import { createShortfalls } from './shortfall.ts'
import { maxSinglePathNet } from './single-path-bound.ts'
import { anneal } from './tighten-upper-bound.ts'

/**
 * Parts of the gas at which prices are optimized: the fewer legs a route has, the less of its gas is in the prices.
 */
const gasParts = [0.3, 0.1, 0.03, 0.01]
const maxProvenGasPart = 0.2
const smoothing = 0.3
const steps = 15

/**
 * The bound for routes of few legs, whose gas prices cannot express. Every route is a single path, or two or more
 * direct pools between the two tokens, or has several paths of which one is longer; the maximum over the three classes.
 * @param above another bound already proven: larger results are of no use
 * @returns `undefined` if there are too many single paths
 */
export function boundByClasses(state: ProofState, above: number): number | undefined {
  const { workspace: room, scope, found } = state
  const min = Math.max(0, found.net)
  getExtendedPrices(state)
  const wide = widenBySearch(state)
  const touched: number[] = []
  const scratch = { prices: room.prices, touched }
  clearPrices(state)
  const single = maxSinglePathNet(scope, scratch, min)
  if (single === undefined || single >= above) return single
  const bound = Math.max(single, boundDirectPools(scope))
  return bound >= above ? bound : Math.max(bound, boundSplitRoutes(wide, bound))
}

/** @param min routes that give less are ignored */
function boundSplitRoutes(state: ProofState, min: number): number {
  const { workspace: room, scope } = state
  const prices = state.prices.slice()
  let bound = Number.POSITIVE_INFINITY
  for (const gasPart of gasParts) {
    anneal({ ...state, prices }, [smoothing], { gasPart, legPrice: 0 }, steps)
    if (gasPart >= maxProvenGasPart) continue
    const spread = extendPrices({ ...state, prices })
    const shortfalls = createShortfalls(room.shortfalls, scope, room.prices)
    const radius = Math.max(0, spread.bound - min)
    bound = Math.min(bound, spread.bound - minSplitShortfall(room.dijkstra, scope, shortfalls, radius))
    if (bound <= min) return min
  }
  return bound
}

function clearPrices({ workspace: room, scope, core }: ProofState): void {
  room.lastExtended = undefined
  for (const token of scope.reached) room.prices[token] = 0
  for (const token of core.tokens) room.prices[token] = 0
}
