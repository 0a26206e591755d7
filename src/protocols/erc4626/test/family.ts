import { protocol } from '#protocols/erc4626/index'
import { adapterFamily } from '#test/conformance/adapters/family'
import { backAndForth } from '#test/conformance/adapters/gas'
import { openPools, scenarios } from './pools.ts'

export const family = adapterFamily({
  protocol,
  source: 'ERC4626 of @openzeppelin/contracts 5.7.0',
  scenarios,
  holds: ({ assets, shares }) => [assets, shares],
  openPools,
  gas: [
    {
      name: 'a vault',
      open: async (fixture) => (await openPools(fixture))({ which: 0, deposited: 10n ** 21n, earned: 10n ** 18n }),
      ...backAndForth(),
    },
  ],
})
