import { protocol } from '#protocols/syncswap/index'
import type { SyncSwapState } from '#protocols/syncswap/state'
import { createAdapterFixture, createFamilyHarness } from '#test/conformance/adapters/fixture'
import { backAndForth } from '#test/conformance/adapters/gas'
import { anyPlan } from '#test/conformance/adapters/plans'
import { defineFamily } from '#test/conformance/family'
import { openPools, scenarios } from './pools.ts'

export const family = defineFamily({
  protocol,
  source: 'SyncSwapPoolPort of contracts/sandbox: a port of our own',
  scenarios,
  plans: anyPlan<SyncSwapState>(({ reserves }) => reserves),
  async open(chain) {
    const stage = await createAdapterFixture(chain)
    return createFamilyHarness(stage, protocol, await openPools(stage))
  },
  gas: [0, 2].map((which) => ({
    name: `pool ${which}`,
    open: async (fixture) =>
      (await openPools(fixture))({ which, holds: [10n ** 21n, 10n ** 21n], feesE5: [200, 200], ours: 0 }),
    ...backAndForth(),
  })),
  sandboxTrades: [
    ['syncswap', 'WETH', 'USDC', 9n * 10n ** 18n],
    ['syncswap', 'USDC', 'WETH', 50_000_000_001n],
    ['syncswap', 'DAI', 'USDC', 41_000n * 10n ** 18n + 7n],
    ['syncswap', 'USDC', 'USDT', 60_000_000_003n],
  ],
})
