import { tradeOf } from './market.ts'
import type { Way } from './paths.ts'

/** What a way gives to the wei, each pool as the snapshot has it; 0 where one of them gives nothing. */
export function exactOutput(way: Way, amountIn: bigint): bigint {
  let carried = amountIn
  for (const edge of way) {
    if (carried <= 0n) return 0n
    carried = edge.protocol.amountOut(edge.live.state, tradeOf(edge, carried)) ?? 0n
  }
  return carried
}
