import { protocol } from '#protocols/solidly-v2/index'
import { adapterFamily } from '#test/conformance/adapters/family'
import { backAndForth } from '#test/conformance/adapters/gas'
import { openPools, scenarios } from './pools.ts'

export const family = adapterFamily({
  protocol,
  source: 'Pool and PoolFactory of sphere-mezo-solidity-files 1.2.0 (Aerodrome)',
  scenarios,
  holds: ({ reserves }) => reserves,
  openPools,
  gas: [0, 1].map((which) => ({
    name: `pool ${which}`,
    open: async (fixture) => (await openPools(fixture))({ which, more: [10n ** 19n, 10n ** 19n], fee: 30 }),
    ...backAndForth(),
    seconds: 2,
  })),
})
