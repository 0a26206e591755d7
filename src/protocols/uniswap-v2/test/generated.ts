import { drawReserves, type GeneratedFamily, toPair } from '#test/generated-market/draw'

export const generated: GeneratedFamily = {
  kind: 'uniswap-v2',
  share: 260,
  draw: (draw) => ({
    tokens: draw.pair,
    feePpm: 3_000,
    state: { reserves: drawReserves(toPair(draw)), feePpm: 3_000 },
  }),
}
