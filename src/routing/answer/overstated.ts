/**
 * Edges that give far less than the search was told. It works with a curve in floats for each, which no pool's own
 * precision shows in: one whose rates let it count in units of a whole token, or that refuses every trade, promises a price
 * that it never pays. Anyone can create such a pool, so a route must not be worse for it.
 */
import { amount } from '#domain/units'
import { createSellResult, sell } from '#routing/index/edge'
import type { EdgeTable } from '#routing/index/edge-table'
import { type Edge, toTrade } from '#routing/index/pool-graph'
import { undefinedOnRevert } from '#routing/index/undefined-on-revert'
import type { EdgeFlow, Evaluation } from './evaluate.ts'

/** A shortfall in parts of what the curve says, and in smallest units besides. */
interface Tolerance {
  readonly part: number
  readonly units: number
}

/** Above it another route is looked for, without the pool: rounding of trades of a few cents stays below. */
const farTolerance: Tolerance = { part: 1e-3, units: 16 }
/** Above it the floats do not rank single paths: what the digits of a float and rounding down can leave. */
const exactTolerance: Tolerance = { part: 1e-6, units: 1 }

/** For flows that may be all that a pool takes: rounding must not make them more. */
const partOfFull = 0.99

/** The edges of an executed route that give far less than their curves say. */
export const findOverstatedLegs = (table: EdgeTable, { legs, edges }: Evaluation): readonly Edge[] =>
  edges.filter((edge, i) => {
    const leg = legs[i]
    return leg !== undefined && isShort(table, edge, Number(leg.amountIn), Number(leg.amountOut), farTolerance)
  })

/** The same of flows that cannot be executed one after another: each alone. */
export const findOverstatedFlows = (table: EdgeTable, flows: readonly EdgeFlow[]): readonly Edge[] =>
  flows.flatMap(({ edge, into, isFull }) => {
    const sold = Math.floor(isFull === true ? into * partOfFull : into)
    if (!(sold >= 1)) return []
    const { protocol, live } = edge
    const trade = toTrade(edge, amount(BigInt(sold)))
    const out = undefinedOnRevert(() => protocol.amountOut(live.state, trade)) ?? 0n
    return isShort(table, edge, sold, Number(out), farTolerance) ? [edge] : []
  })

/** Whether every leg gives what its curve says, but for rounding. */
export const isAsPromised = (table: EdgeTable, { legs, edges }: Evaluation): boolean =>
  !edges.some((edge, i) => {
    const leg = legs[i]
    return leg !== undefined && isShort(table, edge, Number(leg.amountIn), Number(leg.amountOut), exactTolerance)
  })

const sale = createSellResult()

/** A curve that ends before the amount promises nothing. */
function isShort(table: EdgeTable, edge: Edge, sold: number, out: number, { part, units }: Tolerance): boolean {
  const promised = sell(table, edge.id, sold, sale)
  return out < promised * (1 - part) - units
}
