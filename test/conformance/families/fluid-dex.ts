import { protocol } from '#protocols/fluid-dex/index'
import { anyTrade, lookAt, openPools, scenarios } from '../adapters/pools/fluid-dex.ts'
import { openStage, theatreOf } from '../adapters/stage.ts'
import { defineFamily } from '../family.ts'

export const family = defineFamily({
  protocol,
  source: 'FluidDexPort of contracts/sandbox: a port of our own',
  scenarios,
  plans: anyTrade,
  async open(chain) {
    await chain.placeClock()
    const stage = await openStage(chain)
    return theatreOf(stage, protocol, await openPools(stage), lookAt)
  },
})
