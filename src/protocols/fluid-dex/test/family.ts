import { protocol } from '#protocols/fluid-dex/index'
import { createAdapterFixture, createFamilyHarness } from '#test/conformance/adapters/fixture'
import { defineFamily } from '#test/conformance/family'
import { anyTrade, createReadback, openPools, scenarios } from './pools.ts'

export const family = defineFamily({
  protocol,
  source: 'FluidDexPort of contracts/sandbox: a port of our own',
  scenarios,
  plans: anyTrade,
  async open(chain) {
    await chain.placeClock()
    const stage = await createAdapterFixture(chain)
    return createFamilyHarness(stage, protocol, await openPools(stage), createReadback)
  },
})
