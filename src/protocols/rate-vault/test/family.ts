import { protocol } from '#protocols/rate-vault/index'
import { type RateVaultState, ray, toAssets, unlimited } from '#protocols/rate-vault/swap'
import { adapterFamily } from '#test/conformance/adapters/family'
import { backAndForth } from '#test/conformance/adapters/gas'
import { openPools, scenarios } from './pools.ts'

const holds = (state: RateVaultState): readonly bigint[] => [toAssets(state, state.shares), state.shares]

export const family = adapterFamily({
  protocol,
  source: 'RateVaultPort: a port of our own',
  scenarios,
  holds,
  openPools,
  gas: [
    {
      name: 'a vault',
      open: async (fixture) => {
        const scenario = { rate: (ray * 117n) / 100n, shares: 10n ** 22n, cap: unlimited, cash: 0n }
        return (await openPools(fixture))({ which: 0, ...scenario })
      },
      ...backAndForth(),
    },
  ],
})
