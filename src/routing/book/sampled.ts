/** Stretches for a pool that has no closed form, from exact answers at chosen amounts. */
import type { Protocol, Stretches, Trade } from '#domain/protocol'
import { amount } from '#domain/units'
import { stretchesOf } from '#math/chord-stretches'

export function sampleStretches<State>(
  protocol: Protocol<State>,
  state: State,
  way: Pick<Trade, 'from' | 'to'>,
): Stretches {
  const tradeOf = (x: number) => ({ ...way, amountIn: amount(BigInt(Math.floor(x))) })
  const give = (x: number): number | undefined => {
    const out = protocol.amountOut(state, tradeOf(x))
    return out === undefined ? undefined : Number(out)
  }
  const { end, ...stretches } = stretchesOf({ give, gas: (x) => Number(protocol.gas(state, tradeOf(x))) })
  return { ...stretches, whole: end === 0 || !protocol.outOfRange(state, tradeOf(end * 2)) }
}
