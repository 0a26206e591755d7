import { protocol, type State } from '#protocols/pair-fees/index'
import { anyPlan } from '../adapters/plans.ts'
import { openPools, scenarios } from '../adapters/pools/pair-fees.ts'
import { openStage, theatreOf } from '../adapters/stage.ts'
import { defineFamily } from '../family.ts'

export const family = defineFamily({
  protocol,
  source: 'PairFeesPort of contracts/sandbox: a port of our own',
  scenarios,
  plans: anyPlan<State>(({ reserves }) => reserves),
  async open(chain) {
    const stage = await openStage(chain)
    return theatreOf(stage, protocol, await openPools(stage))
  },
})
