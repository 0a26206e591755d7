import { protocol } from '#protocols/lido/index'
import type { State } from '#protocols/lido/swap'
import { anyPlan } from '../adapters/plans.ts'
import { openPools, scenarios } from '../adapters/pools/lido.ts'
import { openStage, theatreOf } from '../adapters/stage.ts'
import { defineFamily } from '../family.ts'

/** All that is not wrapped, and what it could become. */
const holds = ({ ether, shares, outside }: State): readonly bigint[] => [(outside * ether) / shares, outside]

export const family = defineFamily({
  protocol,
  source: 'StEthPort and WstEthPort of contracts/sandbox: ports of our own',
  scenarios,
  plans: anyPlan<State>(holds),
  async open(chain) {
    const stage = await openStage(chain)
    return theatreOf(stage, protocol, await openPools(stage))
  },
})
