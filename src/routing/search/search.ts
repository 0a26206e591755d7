/** The search for the best support: starts, climbs, ruins, and a larger core where tokens outside it might pay. */
import { f64, i32 } from '#math/typed'
import { shrink } from './cap.ts'
import { climb } from './climb.ts'
import { type Core, type CoreEdge, type Ground, openCore } from './core.ts'
import { type Bench, openBench, solveDual } from './dual.ts'
import { type Field, openField } from './field.ts'
import type { Found } from './found.ts'
import { type KeptFields, openKeptFields } from './kept-fields.ts'
import { bestChains, type Chain } from './labels.ts'
import { tokensWorthAdding } from './outside.ts'
import { ruinAndRecreate } from './ruin.ts'
import { connected, isAllowed, shapeOf } from './shape.ts'
import { disjointWays, supportOf } from './start.ts'
import { isBetter, type Support, tryEdges, type Work } from './support.ts'
import type { Task } from './task.ts'

/** Room that one search after another works in. */
export interface Room {
  readonly ground: Ground
  readonly fields: readonly [Field, Field]
  readonly bench: Bench
  readonly kept: KeptFields
}

/** Most tokens of a core, and edges of one support. */
const mostTokens = 96
const mostEdges = 512

export const openRoom = (ground: Ground): Room => ({
  kept: openKeptFields(ground.book.tokens, ground.pairs, ground.prices),
  ground,
  fields: [openField(ground.book.tokens), openField(ground.book.tokens)],
  bench: openBench(ground.book, mostTokens, mostEdges),
})

export interface Searched {
  readonly core: Core
  readonly support: Support
  /** The best undivided ways, the best first; empty where none takes the whole amount. */
  readonly chains: readonly Chain[]
  readonly extra: readonly number[]
}

const starts = 3
/** Of the amount: so little that prices hardly move. */
const probe = 1e-3
/** A core of no more edges is searched from several ways at once, however small the trade. */
const fewEdges = 64
/** A start this much worse than the best is not worth a climb. */
const startsFrom = 0.9
const climbTries = 400
/** Above this many legs every climb adds in batches, and no other limit of legs is tried. */
const manyLegs = 40
const mostRounds = 2
const ruinTries = 4_000
/** From where another search ended only so many supports are valued for ruins. */
const warmTries = 60
const ruinPasses = { atLimit: 30, below: 4 } as const

/**
 * `undefined` where no way leads from the sold to the bought token.
 * @param last what was found for the same pair before, for another amount or a block ago: where it still serves, the
 *   search goes on from it and from the best undivided way alone
 */
export function search(room: Room, task: Task, last?: Found): Searched | undefined {
  const again = last && onwards(openWork(room, task, last.extra), last)
  if (again !== undefined) return again
  const work = openReachable(room, task, last?.extra ?? [])
  const { chains, first } = startsOf(work)
  if (first.length === 0) return undefined
  let at: Searched = { core: work.core, chains, extra: last?.extra ?? [], support: finish(work, explore(work, first)) }
  for (let round = 0; round < mostRounds; round += 1) {
    const wider = widened(room, at)
    if (wider === undefined) break
    at = wider
  }
  return at
}

/** The search from where another one ended, without the restarts that a first one takes; `undefined` where it cannot be. */
function onwards(work: Work, last: Found): Searched | undefined {
  const start = resumed(work, last)
  if (start === undefined) return undefined
  const { ground, core } = work
  const { amount, limits } = core.task
  const legs = limits.maxLegs
  const climbLimits = { legs, tries: climbTries, inBatches: legs > manyLegs }
  let support = climb(work, start, climbLimits)
  const hops = Math.min(limits.maxHops, legs)
  const chains = bestChains(ground, core, { amount, hops, count: 1, above: support.value })
  const [chain] = chains
  if (chain !== undefined) support = climb(work, supportOf(work, chain, amount), climbLimits)
  const ruined = ruinAndRecreate(work, support, { legs, passes: 1, end: warmTries, isQuick: true })
  return { core, chains, extra: last.extra, support: ruined }
}

/**
 * Where pools disagree much, ways round in circles promise a price that no route reaches, and set the bar for edges too
 * high: then again, by what an undivided way reaches.
 */
function openReachable(room: Room, task: Task, extra: readonly number[]): Work {
  const work = openWork(room, task, extra)
  if (work.core.leastPrice === 0) return work
  const { amount, limits } = task
  const hops = Math.min(limits.maxHops, limits.maxLegs)
  const [chain] = bestChains(room.ground, work.core, { amount: amount * probe, hops, count: 1 })
  const price = chain?.edges.reduce((product, { spot }) => product * spot, 1) ?? 0
  return price < work.core.leastPrice ? openWork(room, task, extra, price) : work
}

function openWork({ ground, kept, bench }: Room, task: Task, extra: readonly number[], reachable?: number): Work {
  const core = openCore(ground, task, kept, extra, reachable)
  return { ground, core, bench, banned: new Uint8Array(core.edges.length), spent: 0 }
}

function startsOf(work: Work): { readonly chains: readonly Chain[]; readonly first: readonly Support[] } {
  const { ground, core } = work
  const { amount, limits } = core.task
  const hops = Math.min(limits.maxHops, limits.maxLegs)
  const whole = bestChains(ground, core, { amount, hops, count: starts })
  const isLarge = core.level >= 2
  const part = amount / 16
  const parts = whole.length === 0 || isLarge ? bestChains(ground, core, { amount: part, hops, count: 2 }) : []
  const best = whole[0]
  const kept = isLarge ? whole.slice(0, 1) : whole.filter(({ net }) => net >= (best?.net ?? 0) * startsFrom)
  const spread = isLarge || core.edges.length <= fewEdges ? disjointWays(work, part, hops) : undefined
  return {
    chains: whole,
    first: [
      ...kept.map((chain) => supportOf(work, chain, amount)),
      ...parts.slice(0, best === undefined ? 2 : 1).map((chain) => supportOf(work, chain, part)),
      ...(spread === undefined ? [] : [spread]),
    ],
  }
}

/** The best of several climbs: from every start, in batches, and from a support that was kept narrow at first. */
function explore(work: Work, first: readonly Support[]): Support {
  const legs = work.core.task.limits.maxLegs
  const isMany = legs > manyLegs
  const start = first[0] as Support
  const seen = new Set<string>()
  let best: Support | undefined
  const consider = (support: Support) => {
    const key = [...support.edges.map(({ index }) => index)].sort((x, y) => x - y).join()
    if (seen.has(key)) return
    seen.add(key)
    if (best === undefined || support.value > best.value) best = support
  }
  for (const support of first) consider(climb(work, support, { legs, tries: climbTries, inBatches: isMany }))
  if (!isMany) consider(climb(work, start, { legs, tries: climbTries, inBatches: true }))
  const narrow = Math.round((best?.edges.length ?? 0) * 0.6)
  if (narrow >= 3 && start.edges.length <= narrow) {
    const small = climb(work, start, { legs: narrow, tries: climbTries / 2, inBatches: false })
    consider(climb(work, small, { legs, tries: climbTries, inBatches: false }))
  }
  return best ?? start
}

/** Where the limit of legs binds: from wider supports back to it; then ruins. */
function finish(work: Work, support: Support): Support {
  const legs = work.core.task.limits.maxLegs
  let best = support
  const binds = () => best.edges.length >= legs - 1
  if (legs < 60 && binds()) {
    for (const times of [2, 4]) {
      const wide = climb(work, best, { legs: legs * times, tries: climbTries, inBatches: true })
      const narrow = shrink(work, wide, legs)
      const again = narrow && climb(work, narrow, { legs, tries: climbTries, inBatches: false })
      if (again?.isWhole === true && isBetter(again, best)) best = again
    }
  }
  const passes = binds() ? ruinPasses.atLimit : ruinPasses.below
  return ruinAndRecreate(work, best, { legs, passes, end: ruinTries })
}

/** The same over a core with tokens that might pay; `undefined` where there are none. */
function widened(room: Room, { core, support, chains, extra }: Searched): Searched | undefined {
  const missing = tokensWorthAdding(room.ground, core, support, room.fields[0]).filter(
    (token) => !extra.includes(token),
  )
  if (missing.length === 0) return undefined
  const inRoute = support.edges.flatMap(({ a, b }) => [core.tokens[a] as number, core.tokens[b] as number])
  const wanted = [...new Set([...inRoute, ...extra, ...missing])]
  const work = openWork(room, core.task, wanted)
  const moved = movedTo(work, core, support)
  if (moved === undefined) return undefined
  return { core: work.core, chains, extra: wanted, support: finish(work, explore(work, [moved])) }
}

/** Edges that may be worth a route of their own, the most promising first, and prices that suit them. */
export interface Hint {
  readonly edges: readonly number[]
  readonly prices: ReadonlyMap<number, number>
}

/** The same, or what is better, from a route made of as many hinted edges as may be. */
export function searchFrom(room: Room, before: Searched, { edges, prices }: Hint): Searched {
  const { task } = before.core
  const inRoute = before.support.edges.flatMap(({ a, b }) => [
    before.core.tokens[a] as number,
    before.core.tokens[b] as number,
  ])
  const { from, to } = room.ground.book
  const hinted = edges.slice(0, task.limits.maxLegs).flatMap((edge) => [i32(from, edge), i32(to, edge)])
  const extra = [...new Set([...inRoute, ...before.extra, ...hinted])]
  const work = openWork(room, task, extra)
  const route = hintedRoute(work.core, edges)
  if (route.length === 0) return before
  const start = tryEdges(work, route, pricesIn(work.core, prices))
  const support = finish(work, climb(work, start, { legs: task.limits.maxLegs, tries: climbTries, inBatches: false }))
  return support.isWhole && isBetter(support, before.support) ? { ...before, core: work.core, extra, support } : before
}

/** As many of the edges, in their order, as make a route. */
function hintedRoute(core: Core, edges: readonly number[]): readonly CoreEdge[] {
  const { limits } = core.task
  const known = new Map(core.edges.map((edge) => [edge.edge, edge]))
  let route: readonly CoreEdge[] = []
  for (const number of edges) {
    const edge = known.get(number)
    if (edge === undefined || route.length === limits.maxLegs) continue
    const shape = shapeOf(core, [...route, edge])
    if (shape !== undefined) route = [...route, edge]
  }
  const whole = connected(route)
  const shape = shapeOf(core, whole)
  return shape !== undefined && isAllowed(shape, whole.length, limits) ? whole : []
}

/** What the search has found, without its core. */
export function foundBy({ bench }: Room, { core, support, extra }: Searched): Found {
  solveDual(bench, support.edges, core.task.amount, support.prices.slice())
  const prices = new Map<number, number>()
  for (const place of new Set([0, 1, ...support.edges.flatMap(({ a, b }) => [a, b])]))
    prices.set(core.tokens[place] as number, f64(support.prices, place))
  return {
    legs: support.edges.map(({ edge }, i) => ({ edge, x: f64(bench.x, i), y: f64(bench.y, i) })),
    prices,
    net: support.value,
    extra,
  }
}

/** What was found before, in a new core and for the task's amount; `undefined` where it does not serve any more. */
function resumed(work: Work, { legs, prices }: Found): Support | undefined {
  const moved = edgesIn(work.core, legs)
  if (moved === undefined || moved.length > work.core.task.limits.maxLegs) return undefined
  const shape = shapeOf(work.core, moved)
  if (shape === undefined || !isAllowed(shape, moved.length, work.core.task.limits)) return undefined
  const support = tryEdges(work, moved, pricesIn(work.core, prices))
  return support.isWhole && Number.isFinite(support.value) ? support : undefined
}

/** A support in another core; `undefined` where that lacks one of its edges. */
function movedTo(work: Work, from: Core, { edges, prices }: Support): Support | undefined {
  const moved = edgesIn(work.core, edges)
  const known = new Map(from.tokens.map((token, place) => [token, f64(prices, place)]))
  return moved && tryEdges(work, moved, pricesIn(work.core, known))
}

function edgesIn(core: Core, edges: readonly { readonly edge: number }[]): readonly CoreEdge[] | undefined {
  const wanted = new Set(edges.map(({ edge }) => edge))
  const found = core.edges.filter(({ edge }) => wanted.has(edge))
  return found.length === wanted.size ? found : undefined
}

const pricesIn = (core: Core, known: ReadonlyMap<number, number>): Float64Array =>
  Float64Array.from(core.tokens, (token) => known.get(token) ?? 0)
