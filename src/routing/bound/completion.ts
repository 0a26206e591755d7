import { createHeap, type Heap } from '#math/heap'
import { f64, i32 } from '#math/typed'
import type { Surplus } from './scan.ts'
import type { Scope } from './scope.ts'
import type { Shortfalls } from './shortfall.ts'

/** Scratch that lives as long as the certifier. Three phases for every token; see `leastOfSeveralWays`. */
export interface WayRoom {
  readonly heap: Heap
  /** By 3 · token + phase. */
  readonly distance: Float64Array
  readonly touched: number[]
}

export const openWayRoom = (tokens: number): WayRoom => ({
  heap: createHeap(),
  distance: new Float64Array(3 * tokens).fill(Number.POSITIVE_INFINITY),
  touched: [],
})

/** Whether pools that gain make up a way by themselves, so that nothing is taken off. */
export function isConnected({ ground: { book }, task }: Scope, surpluses: readonly Surplus[]): boolean {
  const reached = new Set([task.source])
  for (let size = 0; size < reached.size; ) {
    size = reached.size
    for (const { edge } of surpluses) if (reached.has(i32(book.from, edge))) reached.add(i32(book.to, edge))
  }
  return reached.has(task.target)
}

/**
 * What any route takes off the bound at the least: it holds a way from the sold to the bought token, and pools on it
 * that gain less than their gas count with what they lack. Dijkstra's shortest way, lengths being shortfalls.
 * @param radius where the search may stop: what is further counts as this far
 */
export function leastOfOneWay(room: WayRoom, scope: Scope, shortfalls: Shortfalls, radius: number): number {
  const { source, target } = scope.task
  const last = leastInto(scope, shortfalls, target)
  let least = radius
  walk(room, source, (here, distance, reach) => {
    if (distance + last >= least) return false
    forEachLeaving(scope, here, (pair, token) => {
      const there = distance + shortfalls(pair)
      if (token === target) least = Math.min(least, there)
      else if (there + last < least) reach(token, there)
    })
    return true
  })
  return least
}

/**
 * What a route takes off the bound at the least that is neither a single way nor a set of direct pools. Where some
 * direct pool is part of it, so is a way that is not direct. Otherwise its ways part at a token u and meet at v, and
 * all legs of the two branches differ:
 *
 *   d(sold, u) + 2 · d(u, v) + d(v, bought)
 *
 * by lengths of shortest ways without direct pools. Phase 0 is before u, 1 between, 2 from v on.
 */
export function leastOfSeveralWays(room: WayRoom, scope: Scope, shortfalls: Shortfalls, radius: number): number {
  const { source, target } = scope.task
  const direct = scope.ground.pairs.find(source, target)
  const directly = direct === undefined ? Number.POSITIVE_INFINITY : shortfalls(direct)
  const last = leastInto(scope, shortfalls, target)
  let least = radius
  walk(room, 3 * source, (node, distance, reach) => {
    if (distance >= least) return false
    const phase = node % 3
    const reachWithin = (next: number, there: number, rest: number) => {
      if (there + rest < least) reach(next, there)
    }
    forEachLeaving(scope, (node - phase) / 3, (pair, token) => {
      if (pair === direct) return
      const once = shortfalls(pair)
      if (token === target) least = Math.min(least, arrival(phase, distance, once, directly))
      else stepOn(phase, token, [distance + once, distance + 2 * once], last, reachWithin)
    })
    return true
  })
  return least
}

function stepOn(
  phase: number,
  token: number,
  [once, twice]: readonly [number, number],
  last: number,
  reach: (node: number, there: number, rest: number) => void,
): void {
  if (phase === 2) {
    reach(3 * token + 2, once, last)
    return
  }
  if (phase === 0) reach(3 * token, once, 0)
  reach(3 * token + 1, twice, 0)
  reach(3 * token + 2, twice, last)
}

/** Phase 0 ends where a direct pool carries the rest, or the last leg is itself both branches; phase 1 in two branches. */
function arrival(phase: number, distance: number, once: number, directly: number): number {
  if (phase === 2) return distance + once
  if (phase === 1) return distance + 2 * once
  return Math.min(distance + once + directly, distance + 2 * once)
}

/**
 * By token nearer than `radius`, how far the nearest way from the origin to it is, or from it to the origin; lengths are
 * shortfalls. Ways do not go on from the bought token, nor come from before the sold one.
 */
export function distancesFrom(
  room: WayRoom,
  scope: Scope,
  shortfalls: Shortfalls,
  { origin, isBack, radius }: { readonly origin: number; readonly isBack: boolean; readonly radius: number },
): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  const forEach = isBack ? forEachEntering : forEachLeaving
  walk(room, origin, (here, distance, reach) => {
    found.set(here, distance)
    forEach(scope, here, (pair, token) => {
      const there = distance + shortfalls(pair)
      if (there < radius) reach(token, there)
    })
    return true
  })
  return found
}

/** The least shortfall of the pools that buy a token. */
function leastInto({ ground: { pairs }, branches }: Scope, shortfalls: Shortfalls, token: number): number {
  let least = Number.POSITIVE_INFINITY
  const end = i32(pairs.entering.first, token + 1)
  for (let i = i32(pairs.entering.first, token); i < end && least > 0; i += 1)
    least = Math.min(least, shortfalls(i32(pairs.entering.list, i)))
  for (const pair of branches) if (i32(pairs.to, pair) === token) least = Math.min(least, shortfalls(pair))
  return least
}

function forEachLeaving(
  { ground: { pairs }, branches }: Scope,
  token: number,
  visit: (pair: number, to: number) => void,
): void {
  const end = i32(pairs.leaving.first, token + 1)
  for (let i = i32(pairs.leaving.first, token); i < end; i += 1) {
    const pair = i32(pairs.leaving.list, i)
    visit(pair, i32(pairs.to, pair))
  }
  for (const pair of branches) if (i32(pairs.from, pair) === token) visit(pair, i32(pairs.to, pair))
}

function forEachEntering(
  { ground: { pairs }, branches }: Scope,
  token: number,
  visit: (pair: number, from: number) => void,
): void {
  const end = i32(pairs.entering.first, token + 1)
  for (let i = i32(pairs.entering.first, token); i < end; i += 1) {
    const pair = i32(pairs.entering.list, i)
    visit(pair, i32(pairs.from, pair))
  }
  for (const pair of branches) if (i32(pairs.to, pair) === token) visit(pair, i32(pairs.from, pair))
}

type Reach = (node: number, distance: number) => void

/** Takes nodes by distance until `settle` says that it is enough. */
function walk(
  { heap, distance, touched }: WayRoom,
  start: number,
  settle: (node: number, distance: number, reach: Reach) => boolean,
): void {
  const reach: Reach = (node, there) => {
    if (there >= f64(distance, node)) return
    if (f64(distance, node) === Number.POSITIVE_INFINITY) touched.push(node)
    distance[node] = there
    heap.push(there, node)
  }
  reach(start, 0)
  for (let node = heap.pop(); node >= 0; node = heap.pop()) {
    if (heap.key() > f64(distance, node)) continue
    if (!settle(node, heap.key(), reach)) break
  }
  heap.clear()
  for (const node of touched) distance[node] = Number.POSITIVE_INFINITY
  touched.length = 0
}
