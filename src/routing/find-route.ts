import type { Pool, Protocols } from '#domain/protocol'
import type { Route, RouteRequest } from '#domain/route'
import type { Snapshot } from '#domain/snapshot'
import { amount } from '#domain/units'
import { openCurves } from './curves.ts'
import { decompose } from './decompose.ts'
import { openDesk } from './desk.ts'
import { type Evaluation, evaluate } from './evaluate.ts'
import { planLegs } from './legs.ts'
import { type Market, openMarket } from './market.ts'
import { narrowPools } from './narrow.ts'
import type { Plan, Search } from './plan.ts'
import { reachOf } from './reach.ts'
import { type Scouted, scout } from './scout.ts'
import { bestSinglePaths, bestSinglePool } from './single.ts'
import { findSplit } from './split.ts'
import { explainUnused, type Unused } from './unused.ts'
import { valueGas } from './value-gas.ts'

export interface RouteAnswer {
  /** `undefined` where no way takes the whole amount and gives something. */
  readonly route: Route | undefined
  /** Pools whose state was read too narrowly for a trade that mattered: read them wider and ask again. */
  readonly narrow: readonly Pool[]
  /** Pools on some way between the tokens that is short enough. */
  readonly considered: number
  readonly unused: readonly Unused[]
}

/**
 * The route that gives the most of `tokenOut` after gas, over the pools of one snapshot; never less than the best
 * single path gives. Gas counts as nothing where no pool prices native in `tokenOut`.
 *
 * Pure: equal input gives the same route to the wei. Excluded pools are the caller's to leave out.
 */
export function findRoute(
  context: { readonly protocols: Protocols },
  input: { readonly snapshot: Snapshot; readonly request: RouteRequest },
): RouteAnswer {
  const { snapshot, request } = input
  const market = openMarket(context, snapshot.pools)
  const search = openSearch(market, input)
  if (search === undefined) {
    return { route: undefined, narrow: [], considered: 0, unused: explainUnused(market, search, new Set()) }
  }

  const scouted = scout(search)
  const plan = bestPlan(search, request, scouted)
  const route = plan && finished(search, request, plan.evaluation)
  return {
    route,
    narrow: narrowPools(search, plan?.plan, scouted),
    considered: new Set(search.reach.leaving.flat().map((edge) => edge.live)).size,
    unused: explainUnused(market, search, new Set(route?.legs.map((leg) => leg.pool))),
  }
}

function openSearch(
  market: Market,
  { snapshot, request }: { readonly snapshot: Snapshot; readonly request: RouteRequest },
): Search | undefined {
  const source = market.numbers.get(request.tokenIn)
  const target = market.numbers.get(request.tokenOut)
  if (source === undefined || target === undefined || request.amountIn === 0n) return undefined
  const { wrapped, maxHops, maxLegs } = request
  const curves = openCurves()
  const gasValue = valueGas({ market, give: openDesk(curves).give }, { snapshot, wrapped, tokenOut: target })
  return {
    desk: openDesk(curves),
    reach: reachOf(market, { source, target, maxHops: Math.min(maxHops, maxLegs) }),
    limits: request,
    amountIn: Number(request.amountIn),
    gasValue,
    worth: (gas) => gasValue.in(target, gas) ?? 0,
  }
}

interface Candidate {
  readonly plan: Plan
  readonly evaluation: Evaluation
}

/** The better of the best single path and the best division, both worked out exactly as the contract would. */
function bestPlan(search: Search, request: RouteRequest, scouted: Scouted): Candidate | undefined {
  const plans: (Plan | undefined)[] = [...bestSinglePaths(search, scouted.whole.ways)]
  if (request.maxSplits > 1) plans.push(findSplit(search, scouted))

  let best: Candidate | undefined
  for (const plan of plans) {
    const legs = plan && planLegs(plan.flows, search.reach.source)
    const evaluation = legs && evaluate(legs, request)
    if (plan === undefined || evaluation === undefined) continue
    if (best === undefined || net(search, evaluation) > net(search, best.evaluation)) best = { plan, evaluation }
  }
  return best
}

const net = ({ gasValue }: Search, { amountOut, gas }: Evaluation) => amountOut - (gasValue.exactly(gas) ?? 0n)

function finished(search: Search, request: RouteRequest, { legs, amountOut, gas }: Evaluation): Route {
  const { tokenIn, tokenOut, amountIn, maxSplits } = request
  const single = bestSinglePool(search, amountIn)
  const inTokenOut = search.gasValue.exactly(gas)
  return {
    tokenIn,
    tokenOut,
    amountIn,
    amountOut,
    gas,
    gasInTokenOut: inTokenOut === undefined ? undefined : amount(inTokenOut),
    legs,
    paths: decompose(legs, { tokenIn, tokenOut, most: maxSplits }),
    bestSinglePool: single === undefined ? undefined : amount(single),
  }
}
