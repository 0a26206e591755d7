import type { Objective } from '#domain/quotes/route'
import type { Evaluation } from './evaluate.ts'
import type { GasValue } from './gas/gas-value.ts'

/** The objective to maximize. */
export interface RouteObjective {
  /** Cost of a unit of gas in the search, in smallest units of the output token. */
  readonly gasUnitCost: number
  /** Cost of gas when comparing results, in smallest units of the output token; not necessarily its market price. */
  gasCost(gas: bigint): bigint
  /** True if `a` is better than `b`, both for the same input amount. */
  isBetter(a: Evaluation, b: Evaluation): boolean
}

/**
 * The search itself always weighs gas by its price, or not at all: to minimize gas, its weight would have to exceed
 * every output, and floats cannot hold both. The least gas is chosen exactly, among the search results and the single
 * paths.
 */
export function createObjective(objective: Objective | undefined, gasValue: GasValue): RouteObjective {
  const counts = objective !== 'output'
  const gasCost = (gas: bigint) => (counts ? (gasValue.toExactCost(gas) ?? 0n) : 0n)
  const net = ({ amountOut, gas }: Evaluation) => amountOut - gasCost(gas)
  return {
    gasUnitCost: counts ? gasValue.perUnit : 0,
    gasCost,
    isBetter:
      objective === 'gas'
        ? (a, b) => (a.gas === b.gas ? a.amountOut > b.amountOut : a.gas < b.gas)
        : (a, b) => net(a) > net(b),
  }
}
