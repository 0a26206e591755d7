import { f64, i32 } from '#math/typed'
import { emptyFill, fillTo } from '#routing/book/edge'
import { type Core, type Ground, gasCost } from './core.ts'
import { clearField, type Field } from './field.ts'
import type { Support } from './support.ts'

/** A detour that gains less than this part of the route's value is left alone. */
const worthALook = 2e-6
const mostDetours = 8
const mostTokens = 8
const hopsBack = 2

interface Outlook {
  readonly ground: Ground
  readonly core: Core
  /** By token of the book: what it is worth, back in the route's tokens net of gas. */
  readonly worth: Float64Array
}

/**
 * Tokens outside the core through which a detour of up to three legs might pay, by the block's prices net of gas.
 * @param field is used and left empty
 */
export function tokensWorthAdding(ground: Ground, core: Core, support: Support, field: Field): readonly number[] {
  const inRoute = spreadBack(ground, core, support, field)
  const outlook = { ground, core, worth: field.price }
  const detours = detoursFrom(outlook, inRoute, support.value * worthALook)
  const added = new Set<number>()
  for (const { token } of detours.slice(0, mostDetours)) {
    followBack(outlook, token, added)
    if (added.size > mostTokens) break
  }
  clearField(field)
  return [...added]
}

/** Prices the route's tokens as the route does, and those up to two hops before them by what they return. */
function spreadBack(ground: Ground, core: Core, support: Support, field: Field): Set<number> {
  const inRoute = new Set<number>()
  for (const place of new Set([0, 1, ...support.edges.flatMap(({ a, b }) => [a, b])])) {
    const token = core.tokens[place] as number
    inRoute.add(token)
    field.price[token] = f64(support.prices, place)
    field.reached.push(token)
  }
  let front: readonly number[] = field.reached.slice(1)
  for (let hop = 0; hop < hopsBack; hop += 1) front = oneHopBack(ground, field, front, inRoute)
  return inRoute
}

function oneHopBack(
  { pairs, prices }: Ground,
  { price, reached }: Field,
  front: readonly number[],
  inRoute: ReadonlySet<number>,
): readonly number[] {
  const [net] = prices.net as [Float64Array]
  const next = new Set<number>()
  for (const token of front) {
    for (let i = i32(pairs.entering.first, token); i < i32(pairs.entering.first, token + 1); i += 1) {
      const pair = i32(pairs.entering.list, i)
      const before = i32(pairs.from, pair)
      const worth = f64(net, pair) * f64(price, token)
      if (worth <= f64(price, before) || inRoute.has(before)) continue
      if (f64(price, before) === 0) reached.push(before)
      price[before] = worth
      next.add(before)
    }
  }
  return [...next]
}

function detoursFrom(outlook: Outlook, inRoute: ReadonlySet<number>, least: number) {
  const { pairs, prices } = outlook.ground
  const { core, worth } = outlook
  const [net] = prices.net as [Float64Array]
  const detours: { token: number; gain: number }[] = []
  for (const from of inRoute) {
    if (from === core.task.target) continue
    for (let i = i32(pairs.leaving.first, from); i < i32(pairs.leaving.first, from + 1); i += 1) {
      const pair = i32(pairs.leaving.list, i)
      const token = i32(pairs.to, pair)
      if (core.placeOf.has(token) || f64(net, pair) * f64(worth, token) <= f64(worth, from)) continue
      const gain = gainOf(outlook, pair, [f64(worth, from), f64(worth, token)])
      if (gain > least) detours.push({ token, gain })
    }
  }
  return detours.sort((x, y) => y.gain - x.gain || x.token - y.token)
}

const fill = emptyFill()

/** What the best pool of a pair gains at two prices, net of its gas. */
function gainOf({ ground, core }: Outlook, pair: number, [va, vb]: readonly [number, number]): number {
  const { book, pairs } = ground
  let most = 0
  for (let i = i32(pairs.first, pair); i < i32(pairs.first, pair + 1); i += 1) {
    const edge = i32(pairs.list, i)
    if (f64(book.spot, edge) * vb <= va) break
    fillTo(book, edge, va / vb, fill)
    most = Math.max(most, vb * fill.y - va * fill.x - gasCost(book, core.task, edge, f64(book.gas, edge)))
  }
  return most
}

/** A token, and those behind it until the core is reached. */
function followBack({ ground, core, worth }: Outlook, token: number, added: Set<number>): void {
  const { pairs, prices } = ground
  const [net] = prices.net as [Float64Array]
  for (let [at, hops] = [token, 0]; hops < 3 && !core.placeOf.has(at); hops += 1) {
    added.add(at)
    let [best, next] = [0, -1]
    for (let i = i32(pairs.leaving.first, at); i < i32(pairs.leaving.first, at + 1); i += 1) {
      const pair = i32(pairs.leaving.list, i)
      const price = f64(net, pair) * f64(worth, i32(pairs.to, pair))
      if (price > best) [best, next] = [price, i32(pairs.to, pair)]
    }
    if (next < 0) return
    at = next
  }
}
