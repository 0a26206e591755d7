import { protocol } from '#protocols/pair-fees/index'
import { adapterFamily } from '#test/conformance/adapters/family'
import { openPools, scenarios } from './pools.ts'

export const family = adapterFamily({
  protocol,
  source: 'PairFeesPort: a port of our own',
  scenarios,
  holds: ({ reserves }) => reserves,
  openPools,
  sandboxTrades: [
    ['camelot-v2', 'WETH', 'USDC', 2n * 10n ** 18n + 1n],
    ['camelot-v2', 'USDC', 'WETH', 7_000_000_001n],
  ],
})
