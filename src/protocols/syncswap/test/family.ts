import { protocol } from '#protocols/syncswap/index'
import { adapterFamily } from '#test/conformance/adapters/family'
import { backAndForth } from '#test/conformance/adapters/gas'
import { openPools, scenarios } from './pools.ts'

export const family = adapterFamily({
  protocol,
  source: 'SyncSwapPoolPort: a port of our own',
  scenarios,
  holds: ({ reserves }) => reserves,
  openPools,
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
