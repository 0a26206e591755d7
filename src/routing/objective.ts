import type { Objective } from '#domain/route'
import type { Evaluation } from './evaluate.ts'
import type { GasValue } from './gas-value.ts'

/** What is made most of. */
export interface Aim {
  /** What a unit of gas counts in the search, in smallest units of the bought token. */
  readonly gasEach: number
  /** What gas counts in an answer, in smallest units of the bought token; may say nothing of what it costs. */
  gasCost(gas: bigint): bigint
  /** Whether one outcome is better than another of the same amount. */
  isBetter(a: Evaluation, b: Evaluation): boolean
}

/**
 * The search itself always weighs gas by its price, or not at all: to make gas least it would have to outweigh every
 * output, and floats do not hold both. Least gas is chosen among what it found and the undivided ways, exactly.
 */
export function aimFor(objective: Objective | undefined, gasValue: GasValue): Aim {
  const counts = objective !== 'output'
  const gasCost = (gas: bigint) => (counts ? (gasValue.exactly(gas) ?? 0n) : 0n)
  const net = ({ amountOut, gas }: Evaluation) => amountOut - gasCost(gas)
  return {
    gasEach: counts ? gasValue.each : 0,
    gasCost,
    isBetter:
      objective === 'gas'
        ? (a, b) => (a.gas === b.gas ? a.amountOut > b.amountOut : a.gas < b.gas)
        : (a, b) => net(a) > net(b),
  }
}
