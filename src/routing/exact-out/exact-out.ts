/** Exact output: finds the smallest input that buys a required amount. */
import { itemAt } from '#domain/item-at'
import type { ExactOutRequest, Route } from '#domain/quotes/route'
import { type Amount, amount } from '#domain/units'
import { f64 } from '#math/typed'
import { baseRouteGas, type Evaluation, evaluate } from '#routing/answer/evaluate'
import { findDeadEndPairs } from '#routing/index/pair-graph'
import { spreadField } from '#routing/index/price-field'
import type { Certificate } from '#routing/proof/certify'
import {
  buildCertifiedResult,
  buildResult,
  type RouterState,
  type RouteSearch,
  type RoutingResult,
  searchRoute,
} from '#routing/search-route'
import { needsRestart, rememberOutcome, restartSearch } from '#routing/warm-start'
import { findMinAmount, maxAmountIn } from './min-amount.ts'
import { findMinInput } from './min-input.ts'

export interface ExactOutResult extends RoutingResult {
  /** The largest output of any amount tried; set only if none bought enough. */
  readonly maxOut: Amount | undefined
}

/** An input amount and its exact result. */
interface ExactOutCandidate {
  readonly looked: RouteSearch
  readonly amountIn: Amount
  readonly outcome: Evaluation
}

/** Limits on searches: until some route buys enough, then until the amount converges. */
const maxSearches = { toBuy: 8, toSettle: 6 } as const
/** How often the amount is raised while no route exists: it may be too small to give any output. */
const maxRaises = 3
/** Amounts that differ by less than one part in this many need no further search: the shares of one fit the other. */
const convergenceRatio = 10_000_000n

/**
 * The route that buys at least `amountOut` at the lowest cost, counting gas as the request says.
 *
 * Starts from the amount that spot prices suggest and alternates two steps: search the best route for an amount, then
 * find the exact smallest amount that buys enough over the legs of that route. Shares that are best for one amount are
 * nearly best for those around it, so few rounds are needed. With the legs and shares of the result, one unit less buys
 * too little or cannot be executed.
 *
 * Two things are proven of it: how much more any route could give for the same input, and how much less any route could
 * sell for the same net output.
 */
export function findExactOut(state: RouterState, request: ExactOutRequest): ExactOutResult {
  const { purchase, looked, maxOut } = findFirstCandidate(state, request)
  if (purchase === undefined) return { ...buildResult(state, looked, undefined), maxOut }
  const best = refineCandidate(state, request, purchase)
  const sale = toExactInSearch(best)
  const { answer, certificate } = buildCertifiedResult(state, sale, best.outcome)
  const anew = restartPurchase(state, request, best, certificate)
  if (anew === undefined) return toExactOutResult(state, request, sale, answer)
  const other = toExactInSearch(anew)
  return toExactOutResult(state, request, other, buildResult(state, other, anew.outcome))
}

const toExactOutResult = (
  state: RouterState,
  request: ExactOutRequest,
  sale: RouteSearch,
  answer: RoutingResult,
): ExactOutResult => ({
  ...{ ...answer, maxOut: undefined },
  route: answer.route && addMinInput(state, sale, answer.route, request),
})

/** A cheaper purchase by a search that starts from nothing, if a warm-started one seems to have gone astray. */
function restartPurchase(
  state: RouterState,
  request: ExactOutRequest,
  best: ExactOutCandidate,
  certificate: Certificate | undefined,
): ExactOutCandidate | undefined {
  const { amountIn, looked } = best
  if (state.workspace.effort.isOver() || !needsRestart(looked.searchOutcome, certificate)) return undefined
  const anew = searchRoute(state, { ...request, amountIn }, (context, task) =>
    restartSearch(context, task, certificate),
  )
  const next = anew && findCheapest(anew, request.amountOut)
  if (next !== undefined && isCheaper(next, best, request)) return next
  rememberOutcome(state, looked.task, { ...looked.searchOutcome, certificate, by: 'start' })
  return undefined
}

/** Adds the proven minimum input. Output beyond the required amount counts as nothing. */
function addMinInput(
  { proofs }: RouterState,
  sale: RouteSearch,
  route: Route,
  { amountOut: wanted }: ExactOutRequest,
): Route {
  const { task, context, searchOutcome: sought } = sale
  const { found } = sought
  const { optimality, amountIn: sold } = route
  const worth = wanted - context.objective.gasCost(route.gas)
  if (optimality === undefined || found === undefined || worth <= 0n) return route
  const everyRoute = context.objective.gasUnitCost * Number(baseRouteGas)
  const { upperBound } = optimality
  const min = findMinInput(proofs, { task, found, sold, everyRoute, upperBound, worth })
  return { ...route, optimality: { ...optimality, minInput: min } }
}

interface FirstCandidate {
  readonly purchase: ExactOutCandidate | undefined
  readonly looked: RouteSearch | undefined
  readonly maxOut: Amount | undefined
}

/** The amounts between which to look for one that buys enough. */
interface AmountBracket {
  readonly short: bigint
  readonly beyond: bigint
  readonly raises: number
}

function findFirstCandidate(state: RouterState, request: ExactOutRequest): FirstCandidate {
  const wanted = request.amountOut
  let range: AmountBracket = { short: 0n, beyond: maxAmountIn + 1n, raises: 0 }
  let amountIn = guessAmountIn(state, request)
  let looked: RouteSearch | undefined
  let maxOut: Amount | undefined
  for (let searches = 0; searches < maxSearches.toBuy && isInBracket(range, amountIn); searches += 1) {
    looked = searchRoute(state, { ...request, amountIn: amount(amountIn) })
    const purchase = looked && findCheapest(looked, wanted)
    if (purchase !== undefined) return { purchase, looked, maxOut: undefined }
    const out = looked?.best?.amountOut
    if (out !== undefined && out > (maxOut ?? 0n)) maxOut = out
    range = narrowBracket(range, amountIn, out)
    const { short, beyond } = range
    amountIn = beyond <= maxAmountIn ? (short + beyond) / 2n : raiseAmount(amountIn, { wanted, out })
  }
  return { purchase: undefined, looked, maxOut }
}

const isInBracket = ({ short, beyond }: AmountBracket, amountIn: bigint) => amountIn > short && amountIn < beyond

/** @param out `undefined` if the amount was too large or, while no amount has worked yet, perhaps too small */
function narrowBracket(range: AmountBracket, amountIn: bigint, out: Amount | undefined): AmountBracket {
  if (out !== undefined) return { ...range, short: amountIn }
  const mayBeTooLittle = range.short === 0n && range.raises < maxRaises
  return mayBeTooLittle ? { ...range, raises: range.raises + 1 } : { ...range, beyond: amountIn }
}

/** At the average price so far no smaller amount is enough; at least doubling finds the end of the market quickly. */
function raiseAmount(amountIn: bigint, { wanted, out }: { readonly wanted: bigint; readonly out: bigint | undefined }) {
  if (out === undefined) return 4n * amountIn
  const atThatPrice = (amountIn * wanted) / out
  return atThatPrice > 2n * amountIn ? atThatPrice : 2n * amountIn
}

function refineCandidate(state: RouterState, request: ExactOutRequest, first: ExactOutCandidate): ExactOutCandidate {
  let best = first
  for (let searches = 0; searches < maxSearches.toSettle; searches += 1) {
    const { amountIn } = best
    const looked = searchRoute(state, { ...request, amountIn })
    const next = looked && findCheapest(looked, request.amountOut)
    if (next === undefined || !isCheaper(next, best, request)) break
    best = next
    if ((amountIn - next.amountIn) * convergenceRatio <= amountIn || state.workspace.effort.isOver()) break
  }
  return best
}

/** The smallest amount that buys enough over the legs found best for the searched amount. */
function findCheapest(search: RouteSearch, wanted: bigint): ExactOutCandidate | undefined {
  const { best, context } = search
  if (best === undefined) return undefined
  const planned = best.legs.map(({ share32 }, i) => ({ edge: itemAt(best.edges, i), share32 }))
  const carriedOut = (amountIn: bigint) => evaluate(planned, { ...context.request, amountIn: amount(amountIn) })
  const min = findMinAmount((amountIn) => carriedOut(amountIn)?.amountOut, wanted, context.request.amountIn)
  const outcome = min === undefined ? undefined : carriedOut(min)
  return min === undefined || outcome === undefined ? undefined : { looked: search, amountIn: amount(min), outcome }
}

/** Compares cost, with gas at each candidate's own price. Output beyond the required amount counts as nothing. */
function isCheaper(a: ExactOutCandidate, b: ExactOutCandidate, { optimizeFor, amountOut }: ExactOutRequest): boolean {
  if (optimizeFor === 'gas' && a.outcome.gas !== b.outcome.gas) return a.outcome.gas < b.outcome.gas
  const cost = ({ amountIn, outcome, looked: { context } }: ExactOutCandidate) =>
    amountIn * (amountOut + context.objective.gasCost(outcome.gas))
  return cost(a) < cost(b)
}

/** The search result as if the found amount had been requested as exact input. */
function toExactInSearch({ looked, amountIn }: ExactOutCandidate): RouteSearch {
  const { context, task } = looked
  return {
    ...looked,
    context: { ...context, request: { ...context.request, amountIn } },
    task: { ...task, amount: Number(amountIn) },
  }
}

/**
 * The input that the required amount takes at the spot prices of the best path, a lower bound for any route; 0 if there
 * is no path.
 */
function guessAmountIn(
  { market, workspace }: RouterState,
  { tokenIn, tokenOut, amountOut, maxHops }: ExactOutRequest,
): bigint {
  const [source, target] = [market.numbers.get(tokenIn), market.numbers.get(tokenOut)]
  if (source === undefined || target === undefined) return 0n
  const { pairs } = workspace.index
  const branches = [source, target].flatMap((token) => findDeadEndPairs(pairs, token))
  const price = workspace.useField((field) => {
    spreadField(field, { pairs, price: pairs.spot, origin: source, direction: 'onward', hops: maxHops, branches })
    return f64(field.price, target)
  })
  const guess = Math.ceil(Number(amountOut) / price)
  return price > 0 && guess <= Number(maxAmountIn) ? BigInt(guess) : 0n
}
