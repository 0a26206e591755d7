import { protocol } from '#protocols/liquidity-book/index'
import type { State } from '#protocols/liquidity-book/state'
import { anyPlan } from '../adapters/plans.ts'
import { lookAt, openPools, scenarios } from '../adapters/pools/liquidity-book.ts'
import { openStage, theatreOf } from '../adapters/stage.ts'
import { defineFamily } from '../family.ts'

/** Of each token in the pool's order. */
const holds = ({ bins, xIndex }: State): readonly bigint[] => {
  const [x, y] = bins.reduce(([ofX, ofY], bin) => [ofX + bin[1], ofY + bin[2]], [0n, 0n])
  return xIndex === 0 ? [x, y] : [y, x]
}

export const family = defineFamily({
  protocol,
  source: 'LiquidityBookPort of contracts/sandbox: a port of our own',
  scenarios,
  plans: anyPlan<State>(holds),
  async open(chain) {
    await chain.placeClock()
    const stage = await openStage(chain)
    return theatreOf(stage, protocol, await openPools(stage), lookAt)
  },
})
