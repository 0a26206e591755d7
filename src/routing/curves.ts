import type { Curve } from '#domain/protocol'
import { besideTrade, legGas } from './leg-gas.ts'
import { type Edge, tradeOf } from './market.ts'

/** What an edge gives and costs, in floats; opened at the first question and kept for the search. */
export type Curves = (edge: Edge) => Curve

export function openCurves(): Curves {
  const opened: (Curve | undefined)[] = []
  return (edge) => {
    const curve = opened[edge.id] ?? openCurve(edge)
    opened[edge.id] = curve
    return curve
  }
}

function openCurve(edge: Edge): Curve {
  const { protocol, live, from, to } = edge
  const curve = protocol.curve?.(live.state, { from, to })
  if (curve === undefined) return exactCurve(edge)
  const beside = Number(besideTrade(edge, tradeOf(edge, 1n)))
  return { give: curve.give, gas: (amountIn) => curve.gas(amountIn) + beside }
}

/** For adapters that have none of their own. */
function exactCurve(edge: Edge): Curve {
  const { protocol, live } = edge
  const trade = (amountIn: number) => tradeOf(edge, BigInt(Math.floor(amountIn)))
  return {
    give(amountIn) {
      const out = protocol.amountOut(live.state, trade(amountIn))
      return out === undefined ? undefined : Number(out)
    },
    gas: (amountIn) => Number(legGas(edge, live.state, trade(amountIn))),
  }
}
