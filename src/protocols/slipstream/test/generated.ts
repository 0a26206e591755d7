import type { GeneratedFamily } from '#test/generated-market/draw'
import { drawTickPool } from '#test/generated-market/ticks'

export const generated: GeneratedFamily = {
  kind: 'slipstream',
  share: 60,
  draw: (draw) => drawTickPool(draw),
}
