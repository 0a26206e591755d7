import { f64, i32 } from '#math/typed'
import { type Ground, openCore } from '#routing/search/core'
import { type Found, tokensOfLegs } from '#routing/search/found'
import type { KeptFields } from '#routing/search/kept-fields'
import type { Room } from '#routing/search/room'
import type { Task } from '#routing/search/task'
import type { TokenPrices } from './arbitrage.ts'
import { openWayRoom, type WayRoom } from './completion.ts'
import { type CoreEdges, gatherEdges } from './core-edges.ts'
import { type Descent, openDescent } from './descend.ts'
import { type Flows, limitFlows, openFlows } from './flow-limit.ts'
import { priceBetween } from './outside-prices.ts'
import { branchesOf, findSpecialEdges, openScope, type Scope, type SpecialEdges } from './scope.ts'
import { openShortfallRoom, type ShortfallRoom } from './shortfall.ts'
import { mostTokens } from './smooth-bound.ts'
import type { Spread } from './spread.ts'

/** Room that one proof after another works in. */
export interface ProofRoom {
  readonly ground: Ground
  readonly kept: KeptFields
  readonly flows: Flows
  readonly descent: Descent
  /** By token of the book; all 0 between two certificates. */
  readonly prices: TokenPrices
  readonly isCore: Uint8Array
  readonly shortfalls: ShortfallRoom
  readonly ways: WayRoom
  /** What was last spread over `prices`, and from which prices of a core; `undefined` once they are others. */
  shown: { readonly at: Float64Array; readonly spread: Spread } | undefined
  /** Found anew when the book has grown. */
  special: { readonly edges: SpecialEdges; readonly used: number }
}

/** @param room of the search over the same ground, whose ranking of tokens the proofs share */
export function openProofRoom({ ground, kept }: Pick<Room, 'ground' | 'kept'>): ProofRoom {
  const { book, pairs } = ground
  return {
    ground,
    kept,
    flows: openFlows(book.tokens),
    descent: openDescent(),
    prices: new Float64Array(book.tokens),
    isCore: new Uint8Array(book.tokens),
    shortfalls: openShortfallRoom(pairs.count),
    ways: openWayRoom(book.tokens),
    shown: undefined,
    special: { edges: findSpecialEdges(ground), used: book.columns.used },
  }
}

/** One certificate in the making. */
export interface Work {
  readonly room: ProofRoom
  readonly scope: Scope
  readonly found: Found
  /** The tokens whose prices are sought together, and these prices. */
  readonly core: CoreEdges
  readonly prices: Float64Array
}

/** `undefined` where the sold amount cannot become the bought token within the hops of the bound. */
export function openWork(room: ProofRoom, task: Task, found: Found): Work | undefined {
  const { ground, flows } = room
  const branches = branchesOf(ground, task)
  limitFlows(flows, ground, task, branches)
  if (f64(flows.most, task.target) === 0) return undefined
  const { used } = ground.book.columns
  if (used !== room.special.used) room.special = { edges: findSpecialEdges(ground), used }
  const scope = openScope(ground, task, { ...flows, branches, special: room.special.edges })

  return withTokens({ room, scope, found }, startingPrices(room, scope, found))
}

/** The route's own prices, for other tokens those of an earlier proof, and for what else the search wanted those in the middle. */
function startingPrices({ prices, isCore }: ProofRoom, scope: Scope, found: Found) {
  const inRoute = tokensOfLegs(scope.ground.book, found)
  const ends = scope.branches.flatMap((pair) => [i32(scope.ground.pairs.from, pair), i32(scope.ground.pairs.to, pair)])
  const tokens = new Set([...inRoute, ...ends, ...found.extra, ...(found.proven?.prices.keys() ?? [])])
  const near = [...tokens].filter((token) => f64(scope.most, token) > 0 && token !== scope.task.target)
  const whole = [scope.task.source, scope.task.target, ...near.filter((token) => token !== scope.task.source)]
  for (const token of whole) {
    const price = token === scope.task.target ? 1 : (found.prices.get(token) ?? found.proven?.prices.get(token) ?? 0)
    if (!(price > 0)) continue
    prices[token] = price
    isCore[token] = 1
  }
  priceBetween(scope, prices, whole, isCore)
  const priced = new Map(whole.slice(0, mostTokens).map((token) => [token, f64(prices, token)]))
  for (const token of whole) {
    prices[token] = 0
    isCore[token] = 0
  }
  return priced
}

/** The same over other tokens. @param priced above 0, by token of the book; the sold and the bought one come first */
function withTokens(work: Omit<Work, 'core' | 'prices'>, priced: ReadonlyMap<number, number>): Work | undefined {
  const { source, target } = work.scope.task
  if (!((priced.get(source) ?? 0) > 0)) return undefined
  const kept = [...priced].filter(([token, price]) => price > 0 || token === target)
  return {
    ...work,
    core: gatherEdges(
      work.scope,
      kept.map(([token]) => token),
    ),
    prices: Float64Array.from(kept, ([, price]) => price),
  }
}

/** The same with more tokens in the core, at the prices that were found for them; `undefined` where there is no room. */
export function widened(work: Work, tokens: readonly number[]): Work | undefined {
  const { core, prices, room } = work
  const left = mostTokens - core.tokens.length
  if (left <= 0 || tokens.length === 0) return undefined
  const priced = new Map(core.tokens.map((token, place) => [token, f64(prices, place)]))
  for (const token of tokens.slice(0, left)) priced.set(token, f64(room.prices, token))
  return withTokens(work, priced)
}

/** The same with the tokens that a search for a route of this size would pick; the room holds prices of all tokens. */
export function withPicked(work: Work): Work {
  const { room, scope, core } = work
  const { tokens } = openCore(room.ground, scope.task, room.kept, core.tokens)
  const known = new Set(core.tokens)
  const near = tokens.filter((token) => !known.has(token) && f64(scope.most, token) > 0)
  return widened(work, near) ?? work
}

/** Leaves the room as it was. */
export function closeWork({ room, scope, core }: Work): void {
  room.shown = undefined
  for (const token of scope.reached) room.prices[token] = 0
  for (const token of core.tokens) room.prices[token] = 0
}
