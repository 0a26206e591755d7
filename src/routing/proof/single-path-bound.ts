import { f32, f64, i32 } from '#math/typed'
import { computeNetPrice, sell } from '#routing/index/edge'
import { forEachPair } from '#routing/index/pair-graph'
import { computeSlack, type DualPrices } from './arbitrage.ts'
import { computeLegCost, isTradablePair, maxHopsBefore, type Scope } from './scope.ts'
import { singlePathTuning } from './tuning.ts'

/** The amount of a token at the end of a path, and the gas spent for it, in the output token. */
interface Label {
  readonly token: number
  readonly amount: number
  readonly spent: number
}

const { maxLabels } = singlePathTuning

/**
 * The maximum net output of a single path of up to `maxHopsBefore + 1` legs, or `min` if none gives more; `undefined`
 * if there are too many to try.
 *
 * Labels of amount and gas spread from the input token. A label is dropped if another at the same token dominates it,
 * or if resale at its best cannot lift it above the best path found. Amounts too large for a pool buy everything in it.
 * @param prices by market token, all 0; filled on return
 */
export function maxSinglePathNet(scope: Scope, prices: DualPrices, min: number): number | undefined {
  return priceResale(scope, prices, min) ? propagateLabels(scope, prices, min) : undefined
}

function propagateLabels(scope: Scope, resale: DualPrices, min: number): number | undefined {
  const { source, amount } = scope.task
  const best = { net: min, tried: 0 }
  let labels: readonly Label[] = [{ token: source, amount, spent: 0 }]
  for (let hop = 0; hop <= maxHopsBefore && labels.length > 0; hop += 1) {
    const next = new Map<number, Label[]>()
    for (const label of labels)
      forEachPair(scope.index.pairs, 'onward', scope.branches, label.token, (pair) =>
        extendLabel(scope, resale, best, next, label, pair),
      )
    labels = [...next.values()].flat()
    if (best.tried > maxLabels) return undefined
  }
  return best.net
}

function extendLabel(
  scope: Scope,
  resale: DualPrices,
  best: { net: number; tried: number },
  next: Map<number, Label[]>,
  { amount, spent }: Label,
  pair: number,
): void {
  const { pairs, book } = scope.index
  const token = i32(pairs.to, pair)
  const worth = f64(resale, token)
  if (worth === 0 || !isTradablePair(scope, pair)) return
  const end = i32(pairs.first, pair + 1)
  for (let i = i32(pairs.first, pair); i < end; i += 1) {
    const edge = i32(pairs.list, i)
    if (amount * f64(book.spot, edge) * worth * (1 + maxSlack) - spent <= best.net) return
    best.tried += 1
    const given = maxOutput(scope, edge, amount)
    const after = { token, amount: given, spent: spent + computeLegCost(scope, edge) }
    const worthAfter = given * worth - after.spent
    if (worthAfter <= best.net) continue
    if (token === scope.task.target) best.net = worthAfter
    else keepLabel(next, after)
  }
}

/** Never below the pool's output; its full balance if it cannot take the whole amount. */
function maxOutput({ index: { book }, sale }: Scope, edge: number, amount: number): number {
  if (sell(book, edge, amount, sale) !== -1) return sale.out + f32(book.columns.slack, sale.stretch)
  const last = i32(book.last, edge)
  if (i32(book.first, edge) === last) return 0
  return f64(book.columns.bought, last) + f32(book.columns.slack, last)
}

function keepLabel(next: Map<number, Label[]>, label: Label): void {
  const known = next.get(label.token)
  if (known === undefined) {
    next.set(label.token, [label])
    return
  }
  if (known.some(({ amount, spent }) => amount >= label.amount && spent <= label.spent)) return
  const kept = known.filter(({ amount, spent }) => amount > label.amount || spent < label.spent)
  next.set(label.token, [...kept, label])
}

/** Sampled pools that may exceed their segments by up to this part are still bounded. */
export const maxSlack = 1e-3

/**
 * By token, the maximum net value of one unit of it as part of a single path to the output token, less the gas of the
 * path's legs: products of the best average prices net of gas, over at most `maxHopsBefore + 1` legs. Tokens through
 * which no such path gives more than `min` may keep 0.
 *
 * Needs no convergence: after h Bellman–Ford rounds a price is no lower than that of any path of h legs.
 * @param prices all 0; filled on return
 * @returns false if a sampled pool may exceed its segments by so much that nothing is proven
 */
function priceResale(scope: Scope, prices: DualPrices, min: number): boolean {
  const { target } = scope.task
  prices[target] = 1
  let front: Iterable<number> = [target]
  for (let hop = 0; hop <= maxHopsBefore; hop += 1) {
    const next = new Set<number>()
    for (const token of front) relaxEntering({ scope, prices, min, next }, token)
    front = next
  }
  return scope.special.sampled.every((edge) => isSlackCovered(scope, prices, edge))
}

/** Whether the slack of a sampled pool is covered by the margin in `optimistic` and the cost of a leg. */
function isSlackCovered(scope: Scope, prices: DualPrices, edge: number): boolean {
  const { book } = scope.index
  const price = f64(prices, i32(book.to, edge))
  return price === 0 || computeAverageNet(scope, edge, computeLegCost(scope, edge) / price) !== undefined
}

interface ResaleRound {
  readonly scope: Scope
  readonly prices: DualPrices
  readonly min: number
  readonly next: Set<number>
}

function relaxEntering(round: ResaleRound, token: number): void {
  const { index, branches } = round.scope
  forEachPair(index.pairs, 'back', branches, token, (pair) => relaxPair(round, pair))
}

function relaxPair({ scope, prices, min, next }: ResaleRound, pair: number): void {
  const { from, to, spot } = scope.index.pairs
  const before = i32(from, pair)
  const price = f64(prices, i32(to, pair))
  const known = f64(prices, before)
  const optimistic = f64(spot, pair) * price * (1 + maxSlack)
  if (optimistic <= known || f64(scope.max, before) * optimistic <= min || !isTradablePair(scope, pair)) return
  const net = findResalePrice(scope, pair, price, known)
  if (net <= known) return
  prices[before] = net
  next.add(before)
}

function findResalePrice(scope: Scope, pair: number, price: number, known: number): number {
  const { pairs, book } = scope.index
  let best = known
  const end = i32(pairs.first, pair + 1)
  for (let i = i32(pairs.first, pair); i < end; i += 1) {
    const edge = i32(pairs.list, i)
    if (f64(book.spot, edge) * price * (1 + maxSlack) <= best) return best
    const net = computeAverageNet(scope, edge, computeLegCost(scope, edge) / price)
    best = Math.max(best, (net ?? 0) * price)
  }
  return best
}

/**
 * The best average price net of a cost, never below the pool's own. If a sampled pool may give in addition at most a
 * part r of its output, and s in its first segment: (1 + r) · f(x) + s − cost = (1 + r) · (f(x) − (cost − s) / (1 +
 * r)).
 */
function computeAverageNet({ index: { book }, max, sale }: Scope, edge: number, cost: number): number | undefined {
  const first = i32(book.first, edge)
  const last = i32(book.last, edge)
  if (first === last || f32(book.columns.slack, first) === 0) return computeNetPrice(book, edge, cost)
  const isBeyond = sell(book, edge, f64(max, i32(book.from, edge)), sale) === -1
  const deepest = isBeyond ? last : sale.stretch
  const start = computeSlack(book, edge, first)
  let part = 0
  for (let k = first + 2; k <= deepest; k += 1)
    part = Math.max(part, computeSlack(book, edge, k) / f64(book.columns.bought, k))
  if (!(cost >= start && part <= maxSlack)) return undefined
  return (1 + part) * computeNetPrice(book, edge, (cost - start) / (1 + part))
}
