import { protocol } from '#protocols/solidly-v2/index'
import type { State } from '#protocols/solidly-v2/state'
import { anyPlan } from '../adapters/plans.ts'
import { openPools, scenarios } from '../adapters/pools/solidly-v2.ts'
import { openStage, theatreOf } from '../adapters/stage.ts'
import { defineFamily } from '../family.ts'

export const family = defineFamily({
  protocol,
  source: 'Pool and PoolFactory of sphere-mezo-solidity-files 1.2.0 (Aerodrome)',
  scenarios,
  plans: anyPlan<State>(({ reserves }) => reserves),
  async open(chain) {
    const stage = await openStage(chain)
    return theatreOf(stage, protocol, await openPools(stage))
  },
})
