import { protocol } from '#protocols/solidly-v2/index'
import { adapterFamily } from '#test/conformance/adapters/family'
import { openPools, scenarios } from './pools.ts'

export const family = adapterFamily({
  protocol,
  source: 'Pool and PoolFactory of sphere-mezo-solidity-files 1.2.0 (Aerodrome)',
  scenarios,
  holds: ({ reserves }) => reserves,
  openPools,
})
