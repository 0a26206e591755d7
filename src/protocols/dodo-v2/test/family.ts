import { protocol } from '#protocols/dodo-v2/index'
import { adapterFamily } from '#test/conformance/adapters/family'
import { readByLoading } from '#test/conformance/adapters/fixture'
import { backAndForth } from '#test/conformance/adapters/gas'
import { leeway } from './leeway.ts'
import { openPools, scenarios } from './pools.ts'

export const family = adapterFamily({
  protocol,
  source: 'DodoPort: a port of our own',
  scenarios,
  holds: ({ reserves }) => reserves,
  openPools,
  lookAt(pool, start) {
    const { reads, state } = readByLoading(protocol)(pool)
    // of older code it is read as newer if none of its quotes is of a trade that empties it
    return {
      reads,
      state(answers) {
        const read = state(answers)
        if (read === undefined || start.keepsRest) return read
        const { keepsRest: _, ...older } = read
        return older
      },
    }
  },
  leeway,
  gas: (
    [
      [true, 'neither', 10n ** 17n],
      [false, 0, 10n ** 17n],
      [false, 1, 10n ** 18n / 5_000n],
    ] as const
  ).map(([vending, short, slope]) => ({
    name: `vending machine: ${vending}, short of ${short}`,
    open: async (fixture) =>
      (await openPools(fixture))({
        ...{ vending, short, slope, price: 10n ** 18n, spare: [6_000, 6_000] },
        reserves: [10n ** 21n, 10n ** 21n],
        fees: [10n ** 15n, 10n ** 14n],
      }),
    ...backAndForth(),
  })),
  sandboxTrades: [
    ['dodo-v2', 'WETH', 'USDC', 4n * 10n ** 18n],
    ['dodo-v2', 'USDC', 'WETH', 20_000_000_001n],
    ['dodo-v2', 'USDC', 'USDT', 90_000_000_003n],
    ['dodo-v2', 'USDC', 'DAI', 33_000_000_001n],
    ['dodo-v2', 'WETH', 'WBTC', 5n * 10n ** 18n + 1n],
  ],
})
