/**
 * Edges that give far less than the search was told. It works with a curve in floats for each, which no pool's own
 * precision shows in: one whose rates let it count in units of a whole token, or that refuses every trade, promises a price
 * that it never pays. Anyone can create such a pool, so a route must not be worse for it.
 */
import { itemAt } from '#domain/item-at'
import { amount } from '#domain/units'
import { f64, i32 } from '#math/typed'
import { createSellResult, sell } from '#routing/index/edge'
import type { EdgeTable } from '#routing/index/edge-table'
import { type Edge, type PoolGraph, toTrade } from '#routing/index/pool-graph'
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

/** An edge that gives far less than its curve says for an amount of its input. */
export interface Overstatement {
  readonly edge: Edge
  readonly sold: number
}

/** The legs of an executed route that give far less than their curves say. */
export const findOverstatedLegs = (table: EdgeTable, evaluation: Evaluation): readonly Overstatement[] =>
  listLegs(evaluation).filter(({ edge, sold, bought }) => isShort(table, edge, sold, bought, farTolerance))

/** The same of flows that cannot be executed one after another: each alone. */
export const findOverstatedFlows = (table: EdgeTable, flows: readonly EdgeFlow[]): readonly Overstatement[] =>
  flows.flatMap(({ edge, into, isFull }) => probe(table, edge, isFull === true ? into * partOfFull : into))

/** Overstatements with those of other edges between the same tokens: one after another, they would cost a search each. */
export const withOverstatedBeside = (
  table: EdgeTable,
  market: Pick<PoolGraph, 'leaving'>,
  found: readonly Overstatement[],
): readonly Overstatement[] =>
  found.flatMap(({ edge: { id, source, target }, sold }) =>
    market.leaving(source).flatMap((edge) => {
      if (edge.id === id) return [{ edge, sold }]
      return edge.target === target ? probe(table, edge, Math.min(sold, getLargestInput(table, edge.id) / 2)) : []
    }),
  )

/** Whether every leg gives what its curve says, but for rounding. */
export const isAsPromised = (table: EdgeTable, evaluation: Evaluation): boolean =>
  !listLegs(evaluation).some(({ edge, sold, bought }) => isShort(table, edge, sold, bought, exactTolerance))

const getLargestInput = (table: EdgeTable, edge: number): number =>
  f64(table.columns.sold, i32(table.last, edge)) / f64(table.feeFactor, edge)

const listLegs = ({ legs, edges }: Evaluation) =>
  legs.map(({ amountIn, amountOut }, i) => {
    return { edge: itemAt(edges, i), sold: Number(amountIn), bought: Number(amountOut) }
  })

/** The edge, if it is short for an amount in its pool's present state. */
function probe(table: EdgeTable, edge: Edge, into: number): readonly Overstatement[] {
  const sold = Math.floor(into)
  if (!(sold >= 1)) return []
  const { protocol, live } = edge
  const trade = toTrade(edge, amount(BigInt(sold)))
  const out = undefinedOnRevert(() => protocol.amountOut(live.state, trade)) ?? 0n
  return isShort(table, edge, sold, Number(out), farTolerance) ? [{ edge, sold }] : []
}

const sale = createSellResult()

/** A curve that ends before the amount promises nothing. Pools round their fees up: by a unit of the input, too. */
function isShort(table: EdgeTable, edge: Edge, sold: number, out: number, { part, units }: Tolerance): boolean {
  const promised = sell(table, edge.id, Math.max(0, sold - 1), sale)
  return out < promised * (1 - part) - units
}
