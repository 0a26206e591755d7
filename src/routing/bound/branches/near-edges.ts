import { f64, i32 } from '#math/typed'
import { surplusOf } from '#routing/bound/arbitrage'
import { distancesFrom } from '#routing/bound/completion'
import { type CoreEdges, filtered, gatherEdges } from '#routing/bound/core-edges'
import { isOpen, pairsFrom, type Scope } from '#routing/bound/scope'
import { openShortfalls, type Shortfalls } from '#routing/bound/shortfall'
import { mostTokens } from '#routing/bound/smooth-bound'
import type { Work } from '#routing/bound/work'

/** More edges than this are not branched over. */
const mostEdges = 2_000

/**
 * What a route may be made of that gives more than the bound less `radius`. Such a route holds a way over each of its
 * edges from the sold to the bought token, and what the pools on that way lack comes off the bound.
 *
 * The room holds the prices of the bound.
 * @returns `undefined` where that is too much to branch over
 */
export function coreWithin(work: Work, radius: number): CoreEdges | undefined {
  const { scope, room } = work
  const { from, to } = scope.ground.book
  const near = edgesWithin(work, radius)
  if (near === undefined) return undefined
  const tokens = new Set([scope.task.source, scope.task.target])
  for (const edge of near) tokens.add(i32(from, edge)).add(i32(to, edge))
  if (tokens.size > mostTokens) return undefined
  for (const token of tokens) if (!(f64(room.prices, token) > 0)) return undefined
  const whole = gatherEdges(scope, [...tokens])
  return filtered(whole, (place) => near.has(i32(whole.edge, place)))
}

/**
 * A way shorter than the radius has no token that is half of it or more from both ends: further than that neither end is
 * looked around, and what is not met there is at least so far.
 */
function edgesWithin({ room, scope }: Work, radius: number): ReadonlySet<number> | undefined {
  const { source, target } = scope.task
  const { to } = scope.ground.pairs
  const half = radius / 2
  const shortfalls = openShortfalls(room.shortfalls, scope, room.prices)
  const before = distancesFrom(room.ways, scope, shortfalls, { origin: source, isBack: false, radius: half })
  const behind = distancesFrom(room.ways, scope, shortfalls, { origin: target, isBack: true, radius: half })
  const near = new Set<number>()
  for (const token of new Set([...before.keys(), ...behind.keys()])) {
    const left = radius - (before.get(token) ?? half)
    for (const pair of pairsFrom(scope, token)) {
      const rest = behind.get(i32(to, pair)) ?? (before.has(i32(to, pair)) ? half : radius)
      addEdges(near, { room, scope }, pair, { shortfalls, left: left - rest })
      if (near.size > mostEdges) return undefined
    }
  }
  return near
}

interface Within {
  readonly shortfalls: Shortfalls
  /** What an edge may lack. */
  readonly left: number
}

function addEdges(
  near: Set<number>,
  { room, scope }: { readonly room: Work['room']; readonly scope: Scope },
  pair: number,
  { shortfalls, left }: Within,
): void {
  const { pairs, book } = scope.ground
  if (left <= 0 || !isOpen(scope, pair) || shortfalls(pair) >= left) return
  for (let i = i32(pairs.first, pair); i < i32(pairs.first, pair + 1); i += 1) {
    const edge = i32(pairs.list, i)
    const isEmpty = i32(book.first, edge) === i32(book.last, edge)
    if (!isEmpty && -surplusOf(scope, room.prices, edge) < left) near.add(edge)
  }
}
