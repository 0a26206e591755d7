import { protocol } from '#protocols/fluid-dex/index'
import { createAdapterFixture, createFamilyHarness } from '#test/conformance/adapters/fixture'
import { backAndForth } from '#test/conformance/adapters/gas'
import { defineFamily } from '#test/conformance/family'
import { leeway } from './leeway.ts'
import { anyTrade, createReadback, openPools, scenarios } from './pools.ts'
import { usual } from './words.ts'

export const family = defineFamily({
  protocol,
  source: 'FluidDexPort: a port of our own',
  scenarios,
  plans: anyTrade,
  async open(chain) {
    await chain.placeClock()
    const stage = await createAdapterFixture(chain)
    return createFamilyHarness(stage, protocol, await openPools(stage), createReadback)
  },
  leeway,
  gas: (['collateral', 'debt', 'both'] as const).map((curves) => ({
    name: curves,
    open: async (fixture) => (await openPools(fixture))({ ...usual, curves }),
    ...backAndForth(),
  })),
  sandboxTrades: [
    ['fluid', 'USDT', 'USDC', 3_000_000_001n], // Tether's transfers return nothing
    ['fluid', 'USDC', 'USDT', 4_000_000_003n],
    ['fluid', 'USDC', 'DAI', 2_000_000_001n],
    ['fluid', 'WETH', 'USDC', 3n * 10n ** 18n + 1n],
    ['fluid', 'USDC', 'WETH', 900_000_001n],
    ['fluid', 'WBTC', 'WETH', 30_000_001n],
  ],
})
