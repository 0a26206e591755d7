import { protocol } from '#protocols/curve-crypto/index'
import type { State } from '#protocols/curve-crypto/state'
import { anyPlan } from '../adapters/plans.ts'
import { openPools, scenarios } from '../adapters/pools/curve-crypto.ts'
import { openStage, theatreOf } from '../adapters/stage.ts'
import { defineFamily } from '../family.ts'

export const family = defineFamily({
  protocol,
  source: 'CurveCryptoPort of contracts/sandbox: a port of our own',
  scenarios,
  plans: anyPlan<State>(({ balances }) => balances),
  async open(chain) {
    await chain.placeClock()
    const stage = await openStage(chain)
    return theatreOf(stage, protocol, await openPools(stage))
  },
})
