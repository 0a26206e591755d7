import { f64, i32 } from '#math/typed'
import { emptyFill, fillTo } from '#routing/book/edge'
import type { Fan, Pairs } from '#routing/book/pairs'
import { type Core, type Ground, gasCost } from './core.ts'
import { clearField, type Field } from './field.ts'
import type { Support } from './support.ts'

/** A detour that gains less than this part of the route's value is left alone. */
const worthALook = 2e-6
const mostDetours = 8
const mostTokens = 8
const hopsBack = 2
/** So many tokens are weighed: what one pool seems to gain is mostly another's to give, which is often all but empty. */
const mostWeighed = 32
const weighSteps = 10

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
  const least = support.value * worthALook
  const detours = detoursFrom(outlook, inRoute, least)
  const seen = [...new Set(detours.map(({ token }) => token))]
  const weighed = seen.length <= mostDetours ? seen : byWeight(outlook, inRoute, seen.slice(0, mostWeighed), least)
  const added = new Set<number>()
  for (const token of weighed.slice(0, mostDetours)) {
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
function gainOf({ ground, core }: Outlook, pair: number, prices: readonly [number, number]): number {
  const { first, list } = ground.pairs
  let most = 0
  for (let i = i32(first, pair); i < i32(first, pair + 1); i += 1)
    most = Math.max(most, gainOver(ground, core, i32(list, i), prices))
  return most
}

function gainOver({ book }: Ground, { task }: Core, edge: number, [va, vb]: readonly [number, number]): number {
  if (f64(book.spot, edge) * vb <= va) return 0
  fillTo(book, edge, va / vb, fill)
  return Math.max(0, vb * fill.y - va * fill.x - gasCost(book, task, edge, f64(book.gas, edge)))
}

/** Those of the tokens that gain something at their own best price, the most first. */
function byWeight(outlook: Outlook, inRoute: ReadonlySet<number>, tokens: readonly number[], least: number) {
  const gains = new Map(tokens.map((token) => [token, weigh(outlook, inRoute, token)]))
  const gainOf = (token: number) => gains.get(token) ?? 0
  return tokens.filter((token) => gainOf(token) > least).sort((x, y) => gainOf(y) - gainOf(x) || x - y)
}

/**
 * The most that all pools of a token gain together, net of their gas: what they gain at the price of the token at which
 * that is least, since what is bought of it is sold on. That is convex in the price.
 */
function weigh({ ground, core, worth }: Outlook, inRoute: ReadonlySet<number>, token: number): number {
  const { pairs, book } = ground
  const { from, to, entering, leaving } = pairs
  const bought = edgesOf(pairs, entering, token).filter(([, pair]) => mayLeave(core, inRoute, i32(from, pair)))
  const sold = edgesOf(pairs, leaving, token)
  const gainAt = (price: number): number => {
    let gain = 0
    for (const [edge, pair] of bought) gain += gainOver(ground, core, edge, [f64(worth, i32(from, pair)), price])
    for (const [edge, pair] of sold) gain += gainOver(ground, core, edge, [price, f64(worth, i32(to, pair))])
    return gain
  }
  const least = bought.reduce(
    (low, [edge, pair]) => Math.min(low, f64(worth, i32(from, pair)) / f64(book.spot, edge)),
    Number.POSITIVE_INFINITY,
  )
  return leastConvex(gainAt, least, f64(worth, token))
}

const mayLeave = (core: Core, inRoute: ReadonlySet<number>, token: number) =>
  inRoute.has(token) && token !== core.task.target

/** Those of the pairs at a token, each with its pair. */
function edgesOf({ first, list }: Pairs, fan: Fan, token: number): readonly (readonly [edge: number, pair: number])[] {
  const pairs = fan.list.subarray(i32(fan.first, token), i32(fan.first, token + 1))
  return [...pairs].flatMap((pair) =>
    [...list.subarray(i32(first, pair), i32(first, pair + 1))].map((edge) => [edge, pair] as const),
  )
}

/** Of a convex function between two prices, by thirds of their ratio. */
function leastConvex(valueAt: (price: number) => number, from: number, to: number): number {
  let [low, high, least] = [from, to, Number.POSITIVE_INFINITY]
  for (let step = 0; step < weighSteps; step += 1) {
    const third = Math.cbrt(high / low)
    const [first, second] = [valueAt(low * third), valueAt(high / third)]
    least = Math.min(least, first, second)
    if (first < second) high /= third
    else low *= third
  }
  return least
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
