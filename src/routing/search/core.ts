import { f64, i32 } from '#math/typed'
import type { Book } from '#routing/book/book'
import { type Pairs, pairsOfEnd } from '#routing/book/pairs'
import type { Prices } from '#routing/book/prices'
import { extendField, type Field } from './field.ts'
import type { KeptFields } from './kept-fields.ts'
import type { Task } from './task.ts'

/** An edge between two tokens of the core. */
export interface CoreEdge {
  /** Its number in the book. */
  readonly edge: number
  /** Its place in `Core.edges`. */
  readonly index: number
  /** Tokens of the core: 0 is the sold one, 1 the bought one. */
  readonly a: number
  readonly b: number
  /** Of its gas at the least, in the bought token. */
  readonly cost: number
  readonly spot: number
  /** The best price net of its gas. */
  readonly net: number
  /** Whether other edges than the way back are of the same pool, or of one that shares its state. */
  readonly isShared: boolean
  readonly pool: number
}

/** The pools of one directed pair, best spot first. */
export interface Bundle {
  readonly a: number
  readonly b: number
  readonly edges: readonly CoreEdge[]
  readonly spot: number
}

/** The few tokens that may matter to a task, and what is traded between them. */
export interface Core {
  readonly task: Task
  /** By token of the core, its number in the book. */
  readonly tokens: readonly number[]
  readonly edges: readonly CoreEdge[]
  readonly bundles: readonly Bundle[]
  /** By `a · tokens.length + b`. */
  readonly between: readonly (Bundle | undefined)[]
  /** By token of the core: the best price to the bought token net of costs; 0 where it is far. */
  readonly onward: Float64Array
  /** Edges whose best way from end to end pays less are left out. */
  readonly leastPrice: number
  /** Which of `levels` ranked the pairs. */
  readonly level: number
  /** Pairs on the branches behind the sold and the bought token, where these are ends. */
  readonly branches: readonly number[]
  /** Book tokens' places in the core. */
  readonly placeOf: ReadonlyMap<number, number>
}

/** What is known of the block. */
export interface Ground {
  readonly book: Book
  readonly pairs: Pairs
  readonly prices: Prices
}

/** By this part of a trade, in native, it is told how large it is. */
const sizePart = 1e-4
/** By level, from which size on pairs are ranked by it: far below the fixed cost it stands for, as trades are split. */
const levelFrom = [0, 1e14, 4e15, 4e16] as const
const mostTokens = 22
/** About what a leg takes. */
const legGas = 100_000
/** How far below the best way from end to end a token's, and then an edge's best way may be, by size of trade. */
const keptTokens = { small: 0.9, large: 0.5 } as const
const keptEdges = [0.95, 0.9, 0, 0] as const
/**
 * In a small market nothing is left out: where pools disagree by percents, ways round in circles set the bar too high, and
 * where all are shallow, none pays a large trade's fixed cost.
 */
export const smallMarket = 256

/**
 * @param fields left as they are
 * @param extra tokens that have to be in it, most wanted first
 * @param reachable the best price from end to end that a way without circles has, where it is known
 */
export function openCore(
  ground: Ground,
  task: Task,
  fields: KeptFields,
  extra: readonly number[],
  reachable = Number.POSITIVE_INFINITY,
): Core {
  const { pairs, prices } = ground
  const level = levelOf(task, prices)
  const isLarge = level >= 2
  const picked = isLarge ? 2 * mostTokens : mostTokens
  const branches = [...new Set([task.source, task.target].flatMap((token) => pairsOfEnd(pairs, token)))]
  const isSmall = ground.book.edges <= smallMarket
  const ranking = isSmall ? 0 : level
  const from = fields.around(task.source, 'onward', ranking)
  const to = fields.around(task.target, 'back', ranking)
  const price = prices.net[ranking] as Float64Array
  extendField(from, pairs, { pairs: branches, direction: 'onward', price })
  extendField(to, pairs, { pairs: branches.toReversed(), direction: 'back', price })

  const best = Math.min(reachable, f64(to.price, task.source))
  const least = isSmall ? 0 : best * (isLarge ? keptTokens.large : keptTokens.small)
  const leastEdge = isSmall ? 0 : Math.max(0, best * (keptEdges[level] ?? 0) - spared(task))
  const ranked = bestTokens(from, to, task, { least, most: picked })
  const ends = [task.source, task.target, ...branches.flatMap((p) => [i32(pairs.from, p), i32(pairs.to, p)])]
  const chosen = new Set(ends)
  for (const token of extra) if (chosen.size < picked + 10) chosen.add(token)
  const whole = Math.min(picked + 10, picked + 2 + extra.length)
  for (const token of ranked) if (chosen.size < whole) chosen.add(token)

  const core = gather(ground, { task, level, branches }, [...chosen], (a, b) => {
    const outside = f64(from.price, a) * f64(to.price, b)
    return outside > 0 ? leastEdge / outside : 0
  })
  return { ...core, leastPrice: leastEdge, onward: Float64Array.from(core.tokens, (token) => f64(to.price, token)) }
}

/** What a way may pay less than the longest one and still be better, for the gas of the legs that it is shorter by. */
const spared = ({ amount, gasValue, limits }: Task): number => ((limits.maxHops - 1) * legGas * gasValue) / amount

function levelOf({ source, amount }: Task, { native }: Prices): number {
  const size = amount * f64(native, source) * sizePart
  return Math.max(
    0,
    levelFrom.findLastIndex((from) => size > from),
  )
}

/** So many tokens by what a way through them gives, the best first; of equals the one with the lower number. */
function bestTokens(
  from: Field,
  to: Field,
  { source, target }: Task,
  { least, most }: { readonly least: number; readonly most: number },
): readonly number[] {
  const best: { readonly token: number; readonly worth: number }[] = []
  let bar = least
  for (const token of to.reached) {
    const worth = f64(from.price, token) * f64(to.price, token)
    if (worth <= least || worth < bar || token === source || token === target) continue
    const place = best.findIndex((other) => worth > other.worth || (worth === other.worth && token < other.token))
    if (place === -1) best.push({ token, worth })
    else best.splice(place, 0, { token, worth })
    if (best.length > most) best.pop()
    if (best.length === most) bar = best[most - 1]?.worth ?? least
  }
  return best.map(({ token }) => token)
}

/** @param leastSpot what an edge between two tokens has to pay, net of its gas too, to be worth a look */
function gather(
  ground: Ground,
  base: Pick<Core, 'task' | 'level' | 'branches'>,
  tokens: readonly number[],
  leastSpot: (from: number, to: number) => number,
): Omit<Core, 'onward' | 'leastPrice'> {
  const edges: CoreEdge[] = []
  const bundles: Bundle[] = []
  const between = new Array<Bundle | undefined>(tokens.length ** 2).fill(undefined)
  for (let a = 0; a < tokens.length; a += 1) {
    for (let b = 1; a !== 1 && b < tokens.length; b += 1) {
      const [from, to] = [tokens[a] as number, tokens[b] as number]
      const pair = a === b ? undefined : ground.pairs.find(from, to)
      if (pair === undefined || f64(ground.pairs.spot, pair) === 0) continue
      const start = edges.length
      gatherPair(ground, base.task, { pair, a, b, least: leastSpot(from, to) }, edges)
      if (edges.length === start) continue
      const bundle = { a, b, edges: edges.slice(start), spot: edges[start]?.spot ?? 0 }
      bundles.push(bundle)
      between[a * tokens.length + b] = bundle
    }
  }
  return { ...base, tokens, edges, bundles, between, placeOf: new Map(tokens.map((token, i) => [token, i])) }
}

interface Between {
  readonly pair: number
  readonly a: number
  readonly b: number
  readonly least: number
}

function gatherPair(
  { book, pairs, prices }: Ground,
  task: Task,
  { pair, a, b, least }: Between,
  edges: CoreEdge[],
): void {
  for (let i = i32(pairs.first, pair); i < i32(pairs.first, pair + 1); i += 1) {
    const edge = i32(pairs.list, i)
    const spot = f64(book.spot, edge)
    const net = f64(prices.edgeNet, edge)
    if (spot < least || spot === 0) return
    if (net === 0 || net < least) continue
    const cost = gasCost(book, task, edge, f64(book.gas, edge))
    const isShared = i32(book.siblings, edge) > 2
    edges.push({ edge, index: edges.length, a, b, spot, net, cost, isShared, pool: i32(book.pool, edge) })
  }
}

/** What a leg's gas costs in the bought token; a leg to a token between is spared a part of it. */
export function gasCost(
  { to }: Book,
  { gasValue, passedGas, target, legPrice = 0 }: Task,
  edge: number,
  gas: number,
): number {
  return Math.max(0, gas - (i32(to, edge) === target ? 0 : passedGas)) * gasValue + legPrice
}
