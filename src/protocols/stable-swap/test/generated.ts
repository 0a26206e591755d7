import type { StableSwapState } from '#protocols/stable-swap/state'
import { drawBalances, type GeneratedFamily, type PoolDraw, pickSome, scaleOf } from '#test/generated-market/draw'

const stateOf = (draw: PoolDraw): StableSwapState => ({
  balances: drawBalances(draw),
  multipliers: draw.tokens.map(scaleOf),
  amplification: 20_000n,
  feeE10: 4_000_000n,
  adminFeeE10: 5_000_000_000n,
})

export const generated: GeneratedFamily = {
  kind: 'stable-swap',
  draw({ random, tokens, dollars }) {
    const own = pickSome(random, tokens.stables, 3)
    return { tokens: own, feePpm: 400, state: stateOf({ random, tokens: own, dollars }) }
  },
}
