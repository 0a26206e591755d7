import { protocol } from '#protocols/psm/index'
import type { PsmState } from '#protocols/psm/swap'
import { adapterFamily } from '#test/conformance/adapters/family'
import { backAndForth } from '#test/conformance/adapters/gas'
import { openPools, scenarios } from './pools.ts'

/** The amount of each token that buys all of the other. */
const takes = ({ dai, gems, factor }: PsmState): readonly bigint[] => [dai / factor, gems * factor]

export const family = adapterFamily({
  protocol,
  source: 'PsmPort: a port of our own',
  scenarios,
  holds: takes,
  openPools,
  gas: [0, 1].map((which) => ({
    name: `module ${which}`,
    open: async (fixture) =>
      (await openPools(fixture))({ which, tin: 10n ** 14n, tout: 10n ** 14n, dai: 10n ** 36n, gems: 10n ** 36n }),
    ...backAndForth(),
  })),
  sandboxTrades: [
    ['litepsm', 'USDC', 'DAI', 25_000_000_001n],
    ['litepsm', 'DAI', 'USDC', 31_000n * 10n ** 18n + 999_999_999n],
  ],
})
