import { protocol } from '#protocols/stable-swap/index'
import type { State } from '#protocols/stable-swap/state'
import { anyPlan } from '../adapters/plans.ts'
import { openPools, scenarios } from '../adapters/pools/stable-swap.ts'
import { openStage, theatreOf } from '../adapters/stage.ts'
import { defineFamily } from '../family.ts'

export const family = defineFamily({
  protocol,
  source: 'StableSwap of @connext/smart-contracts 2.4.0',
  scenarios,
  plans: anyPlan<State>(({ balances }) => balances),
  async open(chain) {
    const stage = await openStage(chain)
    return theatreOf(stage, protocol, await openPools(stage))
  },
})
