/** How little has to be sold to buy a wanted amount. */
import type { ExactOutRequest, Route } from '#domain/route'
import { type Amount, amount } from '#domain/units'
import { f64 } from '#math/typed'
import { pairsOfEnd } from './book/pairs.ts'
import { type Evaluation, evaluate, everyRouteGas } from './evaluate.ts'
import { leastAmount, mostSold } from './least-amount.ts'
import { leastInput } from './least-input.ts'
import type { PlannedLeg } from './legs.ts'
import { type Answer, answerOf, type Looked, look, type Sight } from './look.ts'
import type { Edge, Market } from './market.ts'
import { clearField, spreadField } from './search/field.ts'

export interface ExactOutAnswer extends Answer {
  /** The most that any amount bought which was tried, where none bought enough. */
  readonly mostOut: Amount | undefined
}

/** What has to be sold, and what comes of it. */
interface Purchase {
  readonly looked: Looked
  readonly amountIn: Amount
  readonly outcome: Evaluation
}

/** Searches until some route can buy enough, and then until the amount settles. */
const mostSearches = { toBuy: 8, toSettle: 6 } as const
/** Without any route yet, the amount is raised so often: it may be too little for anything to come out. */
const mostRaises = 3
/** Amounts nearer to each other than a part in so many need no further search: the shares of one fit the other. */
const settledTo = 10_000_000n

/**
 * The route that buys at least the wanted amount for least, gas minded or not as the request has it.
 *
 * From what the spot prices would take, two steps follow each other: the search for the best route of an amount, and the
 * exact search, over the legs of that route, for the least amount that buys enough. Shares that are best for one amount
 * are nearly best for those around it, so that few rounds are needed. With the legs and shares of the answer one unit
 * less buys less than is wanted, or cannot be carried out.
 *
 * What is proven of it is twofold: that no route gives so much more for what was found to be sold, and that none sells so
 * much less and leaves as much.
 */
export function findExactOut(sight: Sight, request: ExactOutRequest): ExactOutAnswer {
  const { purchase, looked, mostOut } = firstPurchase(sight, request)
  if (purchase === undefined) return { ...answerOf(sight, looked, undefined), mostOut }
  const best = settledPurchase(sight, request, purchase)
  const sale = sellingExactly(best)
  const answer = answerOf(sight, sale, best.outcome)
  return { ...answer, route: answer.route && withLeastInput(sight, sale, answer.route, request), mostOut: undefined }
}

/** What is bought beyond the wanted amount counts nothing. */
function withLeastInput({ proofs }: Sight, sale: Looked, route: Route, { amountOut: wanted }: ExactOutRequest): Route {
  const { task, context, sought } = sale
  const { found } = sought
  const { optimality, amountIn: sold } = route
  const worth = wanted - context.aim.gasCost(route.gas)
  if (optimality === undefined || found === undefined || worth <= 0n) return route
  const everyRoute = context.aim.gasEach * Number(everyRouteGas)
  const { upperBound } = optimality
  const least = leastInput(proofs, { task, found, sold, everyRoute, upperBound, worth })
  return { ...route, optimality: { ...optimality, leastInput: least } }
}

interface Tried {
  readonly purchase: Purchase | undefined
  readonly looked: Looked | undefined
  readonly mostOut: Amount | undefined
}

/** Between which amounts one is looked for that buys enough. */
interface Range {
  readonly short: bigint
  readonly beyond: bigint
  readonly raises: number
}

function firstPurchase(sight: Sight, request: ExactOutRequest): Tried {
  const wanted = request.amountOut
  let range: Range = { short: 0n, beyond: mostSold + 1n, raises: 0 }
  let amountIn = firstGuess(sight, request)
  let looked: Looked | undefined
  let mostOut: Amount | undefined
  for (let searches = 0; searches < mostSearches.toBuy && isWithin(range, amountIn); searches += 1) {
    looked = look(sight, { ...request, amountIn: amount(amountIn) })
    const purchase = looked && cheapest(sight.market, looked, wanted)
    if (purchase !== undefined) return { purchase, looked, mostOut: undefined }
    const out = looked?.best?.amountOut
    if (out !== undefined && out > (mostOut ?? 0n)) mostOut = out
    range = narrowed(range, amountIn, out)
    const { short, beyond } = range
    amountIn = beyond <= mostSold ? (short + beyond) / 2n : raised(amountIn, { wanted, out })
  }
  return { purchase: undefined, looked, mostOut }
}

const isWithin = ({ short, beyond }: Range, amountIn: bigint) => amountIn > short && amountIn < beyond

/** @param out `undefined` where the amount was too much or, as long as none was right, perhaps too little */
function narrowed(range: Range, amountIn: bigint, out: Amount | undefined): Range {
  if (out !== undefined) return { ...range, short: amountIn }
  const mayBeTooLittle = range.short === 0n && range.raises < mostRaises
  return mayBeTooLittle ? { ...range, raises: range.raises + 1 } : { ...range, beyond: amountIn }
}

/** At the average price so far no less will do, and twice as much soon finds the end of a market. */
function raised(amountIn: bigint, { wanted, out }: { readonly wanted: bigint; readonly out: bigint | undefined }) {
  if (out === undefined) return 4n * amountIn
  const atThatPrice = (amountIn * wanted) / out
  return atThatPrice > 2n * amountIn ? atThatPrice : 2n * amountIn
}

function settledPurchase(sight: Sight, request: ExactOutRequest, first: Purchase): Purchase {
  let best = first
  for (let searches = 0; searches < mostSearches.toSettle; searches += 1) {
    const { amountIn } = best
    const looked = look(sight, { ...request, amountIn })
    const next = looked && cheapest(sight.market, looked, request.amountOut)
    if (next === undefined || !isCheaper(next, best, request)) break
    best = next
    if ((amountIn - next.amountIn) * settledTo <= amountIn) break
  }
  return best
}

/** The least that buys enough over the legs that are best for the amount that was looked for. */
function cheapest(market: Market, looked: Looked, wanted: bigint): Purchase | undefined {
  const { best, context } = looked
  if (best === undefined) return undefined
  const planned = planOf(market, best)
  const carriedOut = (amountIn: bigint) => evaluate(planned, { ...context.request, amountIn: amount(amountIn) })
  const least = leastAmount((amountIn) => carriedOut(amountIn)?.amountOut, wanted, context.request.amountIn)
  const outcome = least === undefined ? undefined : carriedOut(least)
  return least === undefined || outcome === undefined ? undefined : { looked, amountIn: amount(least), outcome }
}

function planOf({ numbers, leaving }: Market, { legs }: Evaluation): readonly PlannedLeg[] {
  return legs.map(({ pool, tokenIn, tokenOut, share32 }) => {
    const target = numbers.get(tokenOut)
    const edges = leaving[numbers.get(tokenIn) ?? -1]
    return { edge: edges?.find((edge) => edge.live.pool === pool && edge.target === target) as Edge, share32 }
  })
}

/** Gas counts at the price of the purchase itself; what is bought beyond the wanted amount counts nothing. */
function isCheaper(a: Purchase, b: Purchase, { optimizeFor, amountOut }: ExactOutRequest): boolean {
  if (optimizeFor === 'gas' && a.outcome.gas !== b.outcome.gas) return a.outcome.gas < b.outcome.gas
  const cost = ({ amountIn, outcome, looked: { context } }: Purchase) =>
    amountIn * (amountOut + context.aim.gasCost(outcome.gas))
  return cost(a) < cost(b)
}

/** The same as if the amount that was found had been asked for. */
function sellingExactly({ looked, amountIn }: Purchase): Looked {
  const { context, task } = looked
  return {
    ...looked,
    context: { ...context, request: { ...context.request, amountIn } },
    task: { ...task, amount: Number(amountIn) },
  }
}

/** What the wanted amount takes at the spot prices of the best way: no more than any route can do with. 0 without a way. */
function firstGuess({ market, room }: Sight, { tokenIn, tokenOut, amountOut, maxHops }: ExactOutRequest): bigint {
  const [source, target] = [market.numbers.get(tokenIn), market.numbers.get(tokenOut)]
  if (source === undefined || target === undefined) return 0n
  const { pairs } = room.ground
  const branches = [source, target].flatMap((token) => pairsOfEnd(pairs, token))
  const { field } = room
  spreadField(field, { pairs, price: pairs.spot, origin: source, direction: 'onward', hops: maxHops, branches })
  const price = f64(field.price, target)
  clearField(field)
  const guess = Math.ceil(Number(amountOut) / price)
  return price > 0 && guess <= Number(mostSold) ? BigInt(guess) : 0n
}
