/** Segments for a pool without a closed form, from exact outputs at chosen amounts. */
import type { LiquiditySegments, Protocol, SegmentsRequest } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { sampleSegments } from '#math/segments/chord'

export function sampleProtocol<State>(
  protocol: Protocol<State>,
  state: State,
  { maxInput, ...way }: SegmentsRequest,
): LiquiditySegments {
  const tradeOf = (x: number) => ({ ...way, amountIn: amount(BigInt(Math.floor(x))) })
  const give = (x: number): number | undefined => {
    const out = protocol.amountOut(state, tradeOf(x))
    return out === undefined ? undefined : Number(out)
  }
  const gas = (x: number) => Number(protocol.gas(state, tradeOf(x)))
  const { end, ...stretches } = sampleSegments({ give, gas, maxInput })
  return { ...stretches, isComplete: end === 0 || !protocol.isOutOfRange(state, tradeOf(end * 2)) }
}
