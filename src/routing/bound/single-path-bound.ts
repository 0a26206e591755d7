import { f32, f64, i32 } from '#math/typed'
import { sell } from '#routing/book/edge'
import type { DualPrices } from './arbitrage.ts'
import { maxHopsBefore } from './flow-limit.ts'
import { maxSlack, priceResale } from './resale.ts'
import { computeLegCost, isTradablePair, type Scope } from './scope.ts'

/** The amount of a token at the end of a path, and the gas spent for it, in the output token. */
interface Label {
  readonly token: number
  readonly amount: number
  readonly spent: number
}

/** Limit on the edges tried. */
const maxLabels = 100_000

/**
 * The maximum net output of a single path of up to `maxHopsBefore + 1` legs, or `min` if none gives more; `undefined`
 * if there are too many to try.
 *
 * Labels of amount and gas spread from the input token. A label is dropped if another at the same token dominates it,
 * or if resale at its best cannot lift it above the best path found. Amounts too large for a pool buy everything in it.
 */
export function maxSinglePathNet(
  scope: Scope,
  room: { readonly prices: DualPrices; readonly touched: number[] },
  min: number,
): number | undefined {
  const { prices, touched } = room
  const isBounded = priceResale(scope, prices, touched, min)
  const found = isBounded ? propagateLabels(scope, prices, min) : undefined
  for (const token of touched) prices[token] = 0
  touched.length = 0
  return found
}

function propagateLabels(scope: Scope, resale: DualPrices, min: number): number | undefined {
  const { source, amount } = scope.task
  const best = { net: min, tried: 0 }
  let labels: readonly Label[] = [{ token: source, amount, spent: 0 }]
  for (let hop = 0; hop <= maxHopsBefore && labels.length > 0; hop += 1) {
    const next = new Map<number, Label[]>()
    for (const label of labels)
      forEachPair(scope, label.token, (pair) => extendLabel(scope, resale, best, next, label, pair))
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

function forEachPair({ index: { pairs }, branches }: Scope, token: number, visit: (pair: number) => void): void {
  const end = i32(pairs.leaving.first, token + 1)
  for (let i = i32(pairs.leaving.first, token); i < end; i += 1) visit(i32(pairs.leaving.list, i))
  for (const pair of branches) if (i32(pairs.from, pair) === token) visit(pair)
}
