import { protocol } from '#protocols/dodo-v2/index'
import type { State } from '#protocols/dodo-v2/state'
import { anyPlan } from '../adapters/plans.ts'
import { openPools, scenarios } from '../adapters/pools/dodo-v2.ts'
import { openStage, theatreOf } from '../adapters/stage.ts'
import { defineFamily } from '../family.ts'

export const family = defineFamily({
  protocol,
  source: 'DodoPort of contracts/sandbox: a port of our own',
  scenarios,
  plans: anyPlan<State>(({ reserves }) => reserves),
  async open(chain) {
    const stage = await openStage(chain)
    return theatreOf(stage, protocol, await openPools(stage))
  },
})
