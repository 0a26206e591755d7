import type { Move, Trade } from '#domain/protocol'
import type { Edge } from './market.ts'

/**
 * What a leg costs beside what its adapter says, measured over some 500 swaps through the router in the sandbox
 * (`test/trade/routes.test.ts`). A pair writes two sums of prices at its first trade in a block, which the measure of
 * the adapters, whose trades share a second, does not have.
 */
const besides: Readonly<Record<Move['move'], bigint>> = {
  push: 11_600n,
  callback: 0n,
  vault: 0n,
  adapter: 0n,
}

/** Gas of a trade as one leg of the router. */
export function legGas({ protocol, live }: Edge, state: unknown, trade: Trade): bigint {
  return protocol.gas(state, trade) + besideTrade({ protocol, live }, trade)
}

/** What a leg costs beside what its adapter says; the same for every amount. */
export const besideTrade = ({ protocol, live }: Pick<Edge, 'protocol' | 'live'>, trade: Trade): bigint =>
  besides[protocol.move(live.pool, trade).move]
