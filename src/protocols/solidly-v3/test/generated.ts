import type { GeneratedFamily } from '#test/generated-market/draw'
import { drawTickPool } from '#test/generated-market/ticks'

export const generated: GeneratedFamily = {
  kind: 'solidly-v3',
  draw: (draw) => drawTickPool(draw),
}
