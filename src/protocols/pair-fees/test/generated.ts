import { drawReserves, type GeneratedFamily, toPair } from '#test/generated-market/draw'

export const generated: GeneratedFamily = {
  kind: 'pair-fees',
  draw: (draw) => ({
    tokens: draw.pair,
    feePpm: 3_000,
    state: { reserves: drawReserves(toPair(draw)), feePpm: [3_000, 3_000] },
  }),
}
