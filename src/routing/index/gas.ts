import type { Move, Trade } from '#domain/pools/protocol'
import type { Wei } from '#domain/units'
import { i32 } from '#math/typed'
import type { EdgeTable } from './edge-table.ts'
import type { PairGraph } from './pair-graph.ts'
import { getPricePerNative, type PairPrices } from './pair-prices.ts'
import type { Edge } from './pool-graph.ts'
import type { Task } from './task.ts'

/** The cost of gas in the output token. */
export interface GasValue {
  /** Approximate cost of one unit of gas, in smallest units; 0 if nothing prices native in the token. */
  readonly perUnit: number
  /** In smallest units, rounded up; `undefined` if nothing prices native in the token. */
  toExactCost(gas: bigint): bigint | undefined
}

/** Binary digits that a price keeps when converted to an integer: those of a float. */
const floatDigits = 53

interface PricedPairs {
  readonly pairs: PairGraph
  readonly prices: PairPrices
}

/** Uses the spot prices along the path on which deep pools sell the token for native. */
export function createGasValue({ pairs, prices }: PricedPairs, token: number, gasPrice: Wei): GasValue {
  const price = getPricePerNative(pairs, prices, token)
  if (price === undefined) return { perUnit: 0, toExactCost: () => undefined }
  const shift = floatDigits - Math.ceil(Math.log2(price))
  const scaled = BigInt(Math.ceil(price * 2 ** shift))
  return {
    perUnit: Number(gasPrice) * price,
    toExactCost(gas) {
      const scaledCost = gas * gasPrice * scaled
      if (shift <= 0) return scaledCost << BigInt(-shift)
      const one = 1n << BigInt(shift)
      return (scaledCost + one - 1n) / one
    },
  }
}

/**
 * Gas of a leg in addition to its adapter's estimate, measured over some 500 swaps through the router in the sandbox
 * (`test/trade/routes.test.ts`). A pair writes two price sums at its first trade in a block; the adapters' measurement,
 * whose trades share a second, does not include that. The overhead of the moves `vault` and `adapter` is measured on
 * the code of Uniswap v4's PoolManager and of a StableSwap, compared with the same swap made without a router and with
 * a pool that calls back (`test/contracts/leg-gas.test.ts`). An adapter receives the input, approves it, clears the
 * approval and forwards the output, all in slots that are empty before and after.
 */
export const moveOverheadGas: Readonly<Record<Move['move'], bigint>> = {
  push: 11_600n,
  callback: 0n,
  vault: 1_900n,
  adapter: 40_100n,
}

/** Gas of a trade as one leg of the router. */
export function computeLegGas({ protocol, live }: Edge, state: unknown, trade: Trade): bigint {
  return protocol.gas(state, trade) + tradeOverheadGas({ protocol, live }, trade)
}

/** Gas of a leg in addition to its adapter's estimate; the same for every amount. */
export const tradeOverheadGas = ({ protocol, live }: Pick<Edge, 'protocol' | 'live'>, trade: Trade): bigint =>
  moveOverheadGas[protocol.move(live.pool, trade).move]

/** Gas cost of a leg in the output token; a leg to an intermediate token is credited `passedGas`. */
export function computeGasCost(
  { to }: EdgeTable,
  { gasValue, passedGas, target, legPrice = 0 }: Task,
  edge: number,
  gas: number,
): number {
  return Math.max(0, gas - (i32(to, edge) === target ? 0 : passedGas)) * gasValue + legPrice
}
