import { protocol } from '#protocols/erc4626/index'
import { adapterFamily } from '../adapters/family.ts'
import { openPools, scenarios } from '../adapters/pools/erc4626.ts'

export const family = adapterFamily({
  protocol,
  source: 'ERC4626 of @openzeppelin/contracts 5.7.0',
  scenarios,
  holds: ({ assets, shares }) => [assets, shares],
  openPools,
})
