import { protocol } from '#protocols/erc4626/index'
import { adapterFamily } from '#test/conformance/adapters/family'
import { openPools, scenarios } from './pools.ts'

export const family = adapterFamily({
  protocol,
  source: 'ERC4626 of @openzeppelin/contracts 5.7.0',
  scenarios,
  holds: ({ assets, shares }) => [assets, shares],
  openPools,
})
