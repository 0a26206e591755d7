import { protocol } from '#protocols/curve-crypto/index'
import type { CurveCryptoState } from '#protocols/curve-crypto/state'
import { createAdapterFixture, createFamilyHarness } from '#test/conformance/adapters/fixture'
import { anyPlan } from '#test/conformance/adapters/plans'
import { defineFamily } from '#test/conformance/family'
import { openPools, scenarios } from './pools.ts'

export const family = defineFamily({
  protocol,
  source: 'CurveCryptoPort of contracts/sandbox: a port of our own',
  scenarios,
  plans: anyPlan<CurveCryptoState>(({ balances }) => balances),
  async open(chain) {
    await chain.placeClock()
    const stage = await createAdapterFixture(chain)
    return createFamilyHarness(stage, protocol, await openPools(stage))
  },
})
