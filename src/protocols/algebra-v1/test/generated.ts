import type { GeneratedFamily } from '#test/generated-market/draw'
import { drawTickPool } from '#test/generated-market/ticks'

export const generated: GeneratedFamily = {
  kind: 'algebra-v1',
  draw: (draw) => drawTickPool(draw),
}
