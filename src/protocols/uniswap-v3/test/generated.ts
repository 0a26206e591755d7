import type { GeneratedFamily } from '#test/generated-market/draw'
import { drawTickPool } from '#test/generated-market/ticks'

export const generated: GeneratedFamily = {
  kind: 'uniswap-v3',
  share: 220,
  draw: (draw) => drawTickPool(draw),
}
