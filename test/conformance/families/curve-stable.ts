import { protocol } from '#protocols/curve-stable/index'
import type { State } from '#protocols/curve-stable/state'
import { anyPlan } from '../adapters/plans.ts'
import { openPools, scenarios } from '../adapters/pools/curve-stable.ts'
import { openStage, theatreOf } from '../adapters/stage.ts'
import { defineFamily } from '../family.ts'

export const family = defineFamily({
  protocol,
  source: 'CurveStablePort of contracts/sandbox: a port of our own',
  scenarios,
  plans: anyPlan<State>(({ balances }) => balances),
  async open(chain) {
    const stage = await openStage(chain)
    return theatreOf(stage, protocol, await openPools(stage))
  },
})
