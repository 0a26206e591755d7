import { type GeneratedFamily, type PairDraw, scaleOf, toPair } from '#test/generated-market/draw'
import { toUnits } from '#test/generated-market/tokens'

const maxTick = 887_272

export function maverickState(draw: PairDraw) {
  const { random, tokens, dollars, skew } = draw
  const [a, b] = tokens
  const spacing = random.pick([5, 10])
  // the pool counts both in 18 decimals, and its price is of B in A
  const activeTick = Math.floor(Math.log((b.dollars / a.dollars) * skew) / Math.log(1.0001) / spacing)
  const each = dollars / 10
  const scales = [scaleOf(a), scaleOf(b)] as const
  const ids = Array.from({ length: 21 }, (_, i) => activeTick - 10 + i)
  const ticks = ids.map(
    (id) =>
      [
        id,
        id > activeTick ? 0n : toUnits(a, each) * scales[0],
        id < activeTick ? 0n : toUnits(b, each) * scales[1],
        1,
      ] as const,
  )
  const sum = (side: 1 | 2, scale: bigint) => ticks.reduce((total, tick) => total + tick[side], 0n) / scale
  return {
    spacing,
    feesE18: [10n ** 15n, 10n ** 15n] as const,
    protocolShare: 0n,
    scales,
    reserves: [sum(1, scales[0]), sum(2, scales[1])] as const,
    activeTick,
    mean: [BigInt(activeTick) * 10n ** 8n, BigInt(activeTick) * 10n ** 8n] as const,
    ticks,
    knownFrom: -maxTick,
    knownTo: maxTick,
    stirred: false,
  }
}

export const generated: GeneratedFamily = {
  kind: 'maverick-v2',
  draw: (draw) => ({ tokens: draw.pair, feePpm: 1_000, state: maverickState(toPair(draw)) }),
}
