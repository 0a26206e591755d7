import type { Move, Trade } from '#domain/protocol'
import type { Edge } from './market.ts'

/**
 * What a leg costs beside what its adapter says, measured over some 500 swaps through the router in the sandbox
 * (`test/trade/routes.test.ts`). A pair writes two sums of prices at its first trade in a block, which the measure of
 * the adapters, whose trades share a second, does not have. What the moves `vault` and `adapter` add is measured on the code of
 * Uniswap v4's PoolManager and of a StableSwap, against the same swap made without a router and beside a pool that calls
 * back (`test/contracts/leg-gas.test.ts`). An adapter is sent the input, approves it, takes that back and sends the output
 * on, all in slots that are empty before and after.
 */
export const besideMove: Readonly<Record<Move['move'], bigint>> = {
  push: 11_600n,
  callback: 0n,
  vault: 1_900n,
  adapter: 40_100n,
}

/** Gas of a trade as one leg of the router. */
export function legGas({ protocol, live }: Edge, state: unknown, trade: Trade): bigint {
  return protocol.gas(state, trade) + besideTrade({ protocol, live }, trade)
}

/** What a leg costs beside what its adapter says; the same for every amount. */
export const besideTrade = ({ protocol, live }: Pick<Edge, 'protocol' | 'live'>, trade: Trade): bigint =>
  besideMove[protocol.move(live.pool, trade).move]
