import { f64, i32 } from '#math/typed'
import { computeArbitrage, computePoolSurplus, computeSurplus, type DualPrices, isTradableEdge } from './arbitrage.ts'
import { computeLegCost, isTradablePair, type Scope } from './scope.ts'

/** A pool that gains more than its gas at some prices. */
export interface Surplus {
  /** The edge; of edges that share a pool number, the one that gains most. */
  readonly edge: number
  /** In the output token. */
  readonly value: number
}

export interface DualValue {
  /** D · ν_s + Σ surpluses: no route gives more net of gas. */
  readonly bound: number
  readonly surpluses: readonly Surplus[]
}

/**
 * The bound proven by any prices. With amount D of input token s and prices ν (1 for the output token), the flow into
 * every intermediate token equals the flow out of it, so a route's output net of gas is
 *
 *   D · ν_s + Σ over its legs of (ν_b · y − ν_a · x − gas)  ≤  D · ν_s + Σ over all pools of max(0, arb − gas)
 */
export function evaluateDual(scope: Scope, prices: DualPrices): DualValue {
  const { index: ground, task, reached, branches } = scope
  const { leaving } = ground.pairs
  const scan = { scope, prices, surpluses: [] as Surplus[], shared: new Map<number, number>() }
  for (const token of reached) {
    if (token === task.target) continue
    const end = i32(leaving.first, token + 1)
    for (let i = i32(leaving.first, token); i < end; i += 1) scanPair(scan, i32(leaving.list, i))
  }
  for (const pair of branches) if (isTradablePair(scope, pair)) scanPair(scan, pair)
  scanSampled(scan)
  for (const edge of scan.shared.values()) {
    const max = computePoolSurplus(scope, prices, edge)
    addSurplus(scan, max.edge, max.value)
  }

  let bound = task.amount * f64(prices, task.source)
  for (const { value } of scan.surpluses) bound += value
  return { bound, surpluses: scan.surpluses }
}

interface DualScan {
  readonly scope: Scope
  readonly prices: DualPrices
  readonly surpluses: Surplus[]
  /** Pool numbers of more than two edges with a gain, each with one of its edges. */
  readonly shared: Map<number, number>
}

function scanPair(scan: DualScan, pair: number): void {
  const { scope, prices } = scan
  const { pairs, book } = scope.index
  const token = i32(pairs.to, pair)
  const buyingAt = f64(prices, token)
  const sellingAt = f64(prices, i32(pairs.from, pair))
  if (sellingAt >= buyingAt * f64(pairs.spot, pair) || token === scope.task.source) return
  const end = i32(pairs.first, pair + 1)
  for (let i = i32(pairs.first, pair); i < end; i += 1) {
    const edge = i32(pairs.list, i)
    if (sellingAt >= buyingAt * f64(book.spot, edge)) return
    if (i32(book.siblings, edge) > 2) scan.shared.set(i32(book.pool, edge), edge)
    else addSurplus(scan, edge, computeArbitrage(scope, edge, sellingAt, buyingAt) - computeLegCost(scope, edge))
  }
}

/** Adds sampled edges, which may gain even at prices above their spot. */
function scanSampled(scan: DualScan): void {
  const { scope, prices } = scan
  const { book } = scope.index
  for (const edge of scope.special.sampled) {
    const buyingAt = f64(prices, i32(book.to, edge))
    if (f64(prices, i32(book.from, edge)) < buyingAt * f64(book.spot, edge) || !isTradableEdge(scope, edge)) continue
    if (!isReachableEdge(scope, edge)) continue
    if (i32(book.siblings, edge) > 2) scan.shared.set(i32(book.pool, edge), edge)
    else addSurplus(scan, edge, computeSurplus(scope, prices, edge))
  }
}

/** Whether a route may use the edge: branches behind ends other than the task's lead nowhere. */
function isReachableEdge({ index: { pairs, book }, branches }: Scope, edge: number): boolean {
  const inner = i32(pairs.neighbour, i32(book.from, edge)) === -2 && i32(pairs.neighbour, i32(book.to, edge)) === -2
  return inner || branches.includes(i32(pairs.of, edge))
}

/** Keeps NaN, so that the bound becomes NaN too. */
function addSurplus({ surpluses }: DualScan, edge: number, value: number): void {
  if (!(value <= 0)) surpluses.push({ edge, value })
}
