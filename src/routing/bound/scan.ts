import { f64, i32 } from '#math/typed'
import { arbitrage, gainOf, mayTrade, surplusOf, type TokenPrices } from './arbitrage.ts'
import { costOf, isOpen, type Scope } from './scope.ts'

/** A pool that gains more than its gas at some prices. */
export interface Surplus {
  /** The edge, or the first of a pool's where several count together. */
  readonly edge: number
  /** In the bought token. */
  readonly value: number
}

export interface Scan {
  /** D · ν_s + Σ surpluses: no route gives more net of gas. */
  readonly bound: number
  readonly surpluses: readonly Surplus[]
}

/**
 * The bound that prices prove, whatever they are. With D of token s sold, ν the prices (1 for the bought token), a
 * route's output net of gas is, as what flows into every token between flows out again,
 *
 *   D · ν_s + Σ over its legs of (ν_b · y − ν_a · x − gas)  ≤  D · ν_s + Σ over all pools of max(0, arb − gas)
 */
export function scanPairs(scope: Scope, prices: TokenPrices): Scan {
  const { ground, task, reached, branches } = scope
  const { leaving } = ground.pairs
  const scan = { scope, prices, surpluses: [] as Surplus[], shared: new Map<number, number>() }
  for (const token of reached) {
    if (token === task.target) continue
    const end = i32(leaving.first, token + 1)
    for (let i = i32(leaving.first, token); i < end; i += 1) scanPair(scan, i32(leaving.list, i))
  }
  for (const pair of branches) if (isOpen(scope, pair)) scanPair(scan, pair)
  scanSampled(scan)
  for (const edge of scan.shared.values()) addSurplus(scan, edge, surplusOf(scope, prices, edge))

  let bound = task.amount * f64(prices, task.source)
  for (const { value } of scan.surpluses) bound += value
  return { bound, surpluses: scan.surpluses }
}

interface Scanning {
  readonly scope: Scope
  readonly prices: TokenPrices
  readonly surpluses: Surplus[]
  /** Pools of more than two tokens that gain something, each with one of its edges. */
  readonly shared: Map<number, number>
}

function scanPair(scan: Scanning, pair: number): void {
  const { scope, prices } = scan
  const { pairs, book } = scope.ground
  const token = i32(pairs.to, pair)
  const buyingAt = f64(prices, token)
  const sellingAt = f64(prices, i32(pairs.from, pair))
  if (sellingAt >= buyingAt * f64(pairs.spot, pair) || token === scope.task.source) return
  const end = i32(pairs.first, pair + 1)
  for (let i = i32(pairs.first, pair); i < end; i += 1) {
    const edge = i32(pairs.list, i)
    if (sellingAt >= buyingAt * f64(book.spot, edge)) return
    if (i32(book.siblings, edge) > 2) scan.shared.set(i32(book.pool, edge), edge)
    else addSurplus(scan, edge, arbitrage(scope, edge, sellingAt, buyingAt) - costOf(scope, edge))
  }
}

/** Sampled edges may gain something even at prices that the spot refuses. */
function scanSampled(scan: Scanning): void {
  const { scope, prices } = scan
  const { book } = scope.ground
  for (const edge of scope.special.sampled) {
    const buyingAt = f64(prices, i32(book.to, edge))
    if (f64(prices, i32(book.from, edge)) < buyingAt * f64(book.spot, edge) || !mayTrade(scope, edge)) continue
    if (!isNear(scope, edge)) continue
    if (i32(book.siblings, edge) > 2) scan.shared.set(i32(book.pool, edge), edge)
    else addSurplus(scan, edge, gainOf(scope, prices, edge) - costOf(scope, edge))
  }
}

/** Whether a route may lie over the edge: branches behind other ends than the task's lead nowhere. */
function isNear({ ground: { pairs, book }, branches }: Scope, edge: number): boolean {
  const inner = i32(pairs.neighbour, i32(book.from, edge)) === -2 && i32(pairs.neighbour, i32(book.to, edge)) === -2
  return inner || branches.includes(i32(pairs.of, edge))
}

/** What is not a number is kept, so that the bound is none either. */
function addSurplus({ surpluses }: Scanning, edge: number, value: number): void {
  if (!(value <= 0)) surpluses.push({ edge, value })
}
