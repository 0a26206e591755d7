import { f64, i32 } from '#math/typed'
import { sell } from '#routing/book/edge'
import { slackAt, type TokenPrices } from './arbitrage.ts'
import { hopsBefore } from './flow-limit.ts'
import { mostSlack, priceResale } from './resale.ts'
import { costOf, isOpen, type Scope } from './scope.ts'

/** What has come to a token over a way: so much of it, for so much gas in the bought token. */
interface Label {
  readonly token: number
  readonly amount: number
  readonly spent: number
}

/** More labels than this are not followed. */
const mostLabels = 100_000

/**
 * The most that an undivided way of up to `hopsBefore + 1` legs gives net of gas, or `least` where none gives more;
 * `undefined` where there are too many to try.
 *
 * Labels of amount and gas spread from the sold token. One that another at the same token beats in both, or that resale
 * at its best cannot bring above the best way known, is dropped; pools give what is in them to amounts that are too large.
 */
export function bestSingleWay(
  scope: Scope,
  room: { readonly prices: TokenPrices; readonly touched: number[] },
  least: number,
): number | undefined {
  const { prices, touched } = room
  const isBounded = priceResale(scope, prices, touched, least)
  const found = isBounded ? followLabels(scope, prices, least) : undefined
  for (const token of touched) prices[token] = 0
  touched.length = 0
  return found
}

function followLabels(scope: Scope, resale: TokenPrices, least: number): number | undefined {
  const { source, amount } = scope.task
  const best = { net: least, tried: 0 }
  let labels: readonly Label[] = [{ token: source, amount, spent: 0 }]
  for (let hop = 0; hop <= hopsBefore && labels.length > 0; hop += 1) {
    const next = new Map<number, Label[]>()
    for (const label of labels) forEachPair(scope, label.token, (pair) => carry(scope, resale, best, next, label, pair))
    labels = [...next.values()].flat()
    if (best.tried > mostLabels) return undefined
  }
  return best.net
}

function carry(
  scope: Scope,
  resale: TokenPrices,
  best: { net: number; tried: number },
  next: Map<number, Label[]>,
  { amount, spent }: Label,
  pair: number,
): void {
  const { pairs, book } = scope.ground
  const token = i32(pairs.to, pair)
  const worth = f64(resale, token)
  if (worth === 0 || !isOpen(scope, pair)) return
  const end = i32(pairs.first, pair + 1)
  for (let i = i32(pairs.first, pair); i < end; i += 1) {
    const edge = i32(pairs.list, i)
    if (amount * f64(book.spot, edge) * worth * (1 + mostSlack) - spent <= best.net) return
    best.tried += 1
    const given = mostFrom(scope, edge, amount)
    const after = { token, amount: given, spent: spent + costOf(scope, edge) }
    const worthAfter = given * worth - after.spent
    if (worthAfter <= best.net) continue
    if (token === scope.task.target) best.net = worthAfter
    else keep(next, after)
  }
}

/** Never below what the pool gives; all that is in it where it cannot take the whole amount. */
function mostFrom({ ground: { book }, sale }: Scope, edge: number, amount: number): number {
  if (sell(book, edge, amount, sale) !== -1) return sale.out + slackAt(book, edge, sale.stretch)
  const last = i32(book.last, edge)
  if (i32(book.first, edge) === last) return 0
  return f64(book.columns.bought, last) + slackAt(book, edge, last)
}

function keep(next: Map<number, Label[]>, label: Label): void {
  const known = next.get(label.token)
  if (known === undefined) {
    next.set(label.token, [label])
    return
  }
  if (known.some(({ amount, spent }) => amount >= label.amount && spent <= label.spent)) return
  const kept = known.filter(({ amount, spent }) => amount > label.amount || spent < label.spent)
  next.set(label.token, [...kept, label])
}

function forEachPair({ ground: { pairs }, branches }: Scope, token: number, visit: (pair: number) => void): void {
  const end = i32(pairs.leaving.first, token + 1)
  for (let i = i32(pairs.leaving.first, token); i < end; i += 1) visit(i32(pairs.leaving.list, i))
  for (const pair of branches) if (i32(pairs.from, pair) === token) visit(pair)
}
