import type { SyncSwapState } from '#protocols/syncswap/state'
import {
  drawReserves,
  drawSometimesStable,
  type GeneratedFamily,
  type PairDraw,
  scaleOf,
} from '#test/generated-market/draw'

function stateOf(draw: PairDraw, isStable: boolean): SyncSwapState {
  const [a, b] = draw.tokens
  const plain = { reserves: drawReserves(draw), feesE5: isStable ? ([40n, 40n] as const) : ([200n, 200n] as const) }
  return isStable ? { ...plain, multipliers: [scaleOf(a), scaleOf(b)] } : plain
}

export const generated: GeneratedFamily = {
  kind: 'syncswap',
  draw: (draw) => ({ feePpm: 400, ...drawSometimesStable(draw, stateOf) }),
}
