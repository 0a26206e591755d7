import type { Move, Trade } from '#domain/pools/protocol'
import type { Edge } from '#routing/pool-graph'

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
