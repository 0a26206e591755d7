import { protocol } from '#protocols/fluid-dex/index'
import { createAdapterFixture, createFamilyHarness } from '../adapters/fixture.ts'
import { anyTrade, createReadback, openPools, scenarios } from '../adapters/pools/fluid-dex.ts'
import { defineFamily } from '../family.ts'

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
