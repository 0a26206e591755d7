import type { GeneratedFamily } from '#test/generated-market/draw'
import { drawTickPool } from '#test/generated-market/ticks'

export const generated: GeneratedFamily = {
  kind: 'uniswap-v4',
  draw: (draw) => drawTickPool(draw, { isDirectional: true, facts: true }),
}
