import { protocol } from '#protocols/dodo-v2/index'
import type { DodoState } from '#protocols/dodo-v2/state'
import { createAdapterFixture, createFamilyHarness } from '#test/conformance/adapters/fixture'
import { anyPlan } from '#test/conformance/adapters/plans'
import { defineFamily } from '#test/conformance/family'
import { openPools, scenarios } from './pools.ts'

export const family = defineFamily({
  protocol,
  source: 'DodoPort of contracts/sandbox: a port of our own',
  scenarios,
  plans: anyPlan<DodoState>(({ reserves }) => reserves),
  async open(chain) {
    const stage = await createAdapterFixture(chain)
    return createFamilyHarness(stage, protocol, await openPools(stage))
  },
})
