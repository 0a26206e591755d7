/** From what the search found in floats to a route that is exact in integers. */
import type { Route, RouteRequest } from '#domain/route'
import { amount } from '#domain/units'
import { f64 } from '#math/typed'
import { decompose } from './decompose.ts'
import { type Evaluation, evaluate } from './evaluate.ts'
import { bestExactWay, exactOutput } from './exact.ts'
import type { GasValue } from './gas-value.ts'
import { leastGasWay } from './least-gas.ts'
import { type Flow, planLegs } from './legs.ts'
import type { Edge, Market } from './market.ts'
import type { Aim } from './objective.ts'
import { type Bench, solveDual } from './search/dual.ts'
import type { Searched } from './search/found.ts'

export interface Answering {
  readonly market: Market
  readonly request: RouteRequest
  readonly gasValue: GasValue
  readonly aim: Aim
  readonly source: number
  readonly target: number
}

/** What a unit of the bought token's price is settled to before shares are cut. */
const finalPrecision = 1e-13

/**
 * The best of what was found once it is worked out as the contract would: the divided route, or an undivided way where
 * rounding or the gas of crossed ticks puts that first. `undefined` where nothing takes the whole amount.
 */
export function bestEvaluation(context: Answering, bench: Bench, found: Searched | undefined): Evaluation | undefined {
  const { market, request, aim } = context
  const hops = { ...context, maxHops: Math.min(request.maxHops, request.maxLegs) }
  const plans: (readonly Flow[])[] = []
  if (found !== undefined) {
    const flows = flowsOf(market, bench, found)
    if (flows.every(({ into }) => Number.isFinite(into))) plans.push(flows) // floats end at the edge of what they can tell
    for (const { edges } of found.chains) plans.push(undivided(edges.map(({ edge }) => market.edges[edge] as Edge)))
  }
  if (request.optimizeFor === 'gas') plans.push(undivided(leastGasWay(market, hops, request.amountIn) ?? []))
  let best: Evaluation | undefined
  for (const flows of plans) {
    const evaluation = carriedOut(flows, context)
    if (evaluation !== undefined && (best === undefined || aim.isBetter(evaluation, best))) best = evaluation
  }
  if (best !== undefined) return best
  const way = bestExactWay(market, hops, request.amountIn)
  return way && carriedOut(undivided(way), context)
}

const undivided = (way: readonly Edge[]): readonly Flow[] => way.map((edge) => ({ edge, into: 1 }))

function carriedOut(flows: readonly Flow[], { request, source }: Answering): Evaluation | undefined {
  const legs = planLegs(flows, source)
  return legs && evaluate(legs, request)
}

function flowsOf({ edges }: Market, bench: Bench, { core, support }: Searched): readonly Flow[] {
  solveDual(bench, support.edges, core.task.amount, support.prices.slice(), finalPrecision)
  return support.edges.map(({ edge }, i) => ({ edge: edges[edge] as Edge, into: f64(bench.x, i) }))
}

export function routeOf({ market, request, gasValue, source, target }: Answering, evaluation: Evaluation): Route {
  const { tokenIn, tokenOut, amountIn, maxSplits } = request
  const { legs, amountOut, gas } = evaluation
  const single = bestSinglePool(market.leaving[source] ?? [], target, amountIn)
  const inTokenOut = gasValue.exactly(gas)
  return {
    tokenIn,
    tokenOut,
    amountIn,
    amountOut,
    gas,
    gasInTokenOut: inTokenOut === undefined ? undefined : amount(inTokenOut),
    legs,
    paths: decompose(legs, { tokenIn, tokenOut, most: maxSplits }),
    bestSinglePool: single > 0n ? amount(single) : undefined,
  }
}

/** The most one pool gives for the whole amount, gas not counted; 0 where none takes it. */
function bestSinglePool(leaving: readonly Edge[], target: number, amountIn: bigint): bigint {
  let best = 0n
  for (const edge of leaving) {
    if (edge.target !== target) continue
    const out = exactOutput([edge], amountIn)
    if (out > best) best = out
  }
  return best
}
