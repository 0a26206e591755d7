import { protocol } from '#protocols/pair-fees/index'
import { adapterFamily } from '#test/conformance/adapters/family'
import { openPools, scenarios } from './pools.ts'

export const family = adapterFamily({
  protocol,
  source: 'PairFeesPort of contracts/sandbox: a port of our own',
  scenarios,
  holds: ({ reserves }) => reserves,
  openPools,
})
