import type { GeneratedFamily } from '#test/generated-market/draw'
import { drawTickPool } from '#test/generated-market/ticks'

export const generated: GeneratedFamily = {
  kind: 'pancake-v3',
  share: 90,
  draw: (draw) => drawTickPool(draw),
}
