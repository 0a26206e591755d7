import { protocol } from '#protocols/stable-swap/index'
import { adapterFamily } from '#test/conformance/adapters/family'
import { backAndForth } from '#test/conformance/adapters/gas'
import { openPools, scenarios } from './pools.ts'

export const family = adapterFamily({
  protocol,
  source: 'StableSwap of @connext/smart-contracts 2.4.0',
  scenarios,
  holds: ({ balances }) => balances,
  openPools,
  gas: [
    { which: 0, ...backAndForth() },
    { which: 2, ...backAndForth([1, 2], [10n ** 6n, 10n ** 6n]) },
  ].map(({ which, ...trades }) => ({
    name: `pool ${which}`,
    open: async (fixture) => (await openPools(fixture))({ which, amounts: Array(4).fill(10n ** 21n) }),
    ...trades,
  })),
})
