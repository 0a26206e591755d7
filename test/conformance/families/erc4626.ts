import { protocol } from '#protocols/erc4626/index'
import type { State } from '#protocols/erc4626/swap'
import { anyPlan } from '../adapters/plans.ts'
import { openPools, scenarios } from '../adapters/pools/erc4626.ts'
import { openStage, theatreOf } from '../adapters/stage.ts'
import { defineFamily } from '../family.ts'

export const family = defineFamily({
  protocol,
  source: 'ERC4626 of @openzeppelin/contracts 5.7.0',
  scenarios,
  plans: anyPlan<State>(({ assets, shares }) => [assets, shares]),
  async open(chain) {
    const stage = await openStage(chain)
    return theatreOf(stage, protocol, await openPools(stage))
  },
})
