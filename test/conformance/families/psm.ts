import { protocol } from '#protocols/psm/index'
import type { State } from '#protocols/psm/swap'
import { anyPlan } from '../adapters/plans.ts'
import { openPools, scenarios } from '../adapters/pools/psm.ts'
import { openStage, theatreOf } from '../adapters/stage.ts'
import { defineFamily } from '../family.ts'

/** What of each token takes all of the other. */
const takes = ({ dai, gems, factor }: State): readonly bigint[] => [dai / factor, gems * factor]

export const family = defineFamily({
  protocol,
  source: 'PsmPort of contracts/sandbox: a port of our own',
  scenarios,
  plans: anyPlan<State>(takes),
  async open(chain) {
    const stage = await openStage(chain)
    return theatreOf(stage, protocol, await openPools(stage))
  },
})
