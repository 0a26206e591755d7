import type { SolidlyState } from '#protocols/solidly-v2/state'
import { drawReserves, drawSometimesStable, type GeneratedFamily, type PairDraw } from '#test/generated-market/draw'

function stateOf(draw: PairDraw, isStable: boolean): SolidlyState {
  const [a, b] = draw.tokens
  const scales = [10n ** BigInt(a.decimals), 10n ** BigInt(b.decimals)] as const
  return {
    reserves: drawReserves(draw),
    feeE4: isStable ? 5n : 30n,
    curve: isStable ? { kind: 'stable', scales } : { kind: 'volatile' },
  }
}

export const generated: GeneratedFamily = {
  kind: 'solidly-v2',
  share: 60,
  draw: (draw) => ({ feePpm: 500, ...drawSometimesStable(draw, stateOf) }),
}
