import type { LiquidityBookState } from '#protocols/liquidity-book/state'
import { type GeneratedFamily, type PairDraw, toPair } from '#test/generated-market/draw'
import { getUnitPrice, toUnits } from '#test/generated-market/tokens'

const [binZero, binCount] = [2 ** 23, 24]

function stateOf(draw: PairDraw): LiquidityBookState {
  const { random, tokens, dollars, skew } = draw
  const [x, y] = tokens
  const binStep = random.pick([10, 20, 25])
  const activeId = binZero + Math.round(Math.log(getUnitPrice(x, y) * skew) / Math.log(1 + binStep / 10_000))
  const each = (2 * dollars) / binCount
  const ids = Array.from({ length: 2 * binCount + 1 }, (_, i) => activeId - binCount + i)
  return {
    binStep,
    xIndex: 0,
    activeId,
    rules: {
      ...{ baseFactor: 8_000n, filterPeriod: 30n, decayPeriod: 600n, reductionFactor: 5_000n },
      ...{ variableFeeControl: 40_000n, protocolShare: 1_000n, mostVolatility: 350_000n },
    },
    volatility: { accumulator: 0n, reference: 0n, idReference: activeId, age: 5_000n },
    bins: ids.map((id) => [id, id < activeId ? 0n : toUnits(x, each), id > activeId ? 0n : toUnits(y, each)]),
    knownFrom: 0,
    knownTo: 2 ** 24 - 1,
  }
}

export const generated: GeneratedFamily = {
  kind: 'liquidity-book',
  draw: (draw) => ({ tokens: draw.pair, feePpm: 2_000, state: stateOf(toPair(draw)) }),
}
