import { protocol } from '#protocols/stable-swap/index'
import { adapterFamily } from '#test/conformance/adapters/family'
import { openPools, scenarios } from './pools.ts'

export const family = adapterFamily({
  protocol,
  source: 'StableSwap of @connext/smart-contracts 2.4.0',
  scenarios,
  holds: ({ balances }) => balances,
  openPools,
})
