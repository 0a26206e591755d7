import { protocol } from '#protocols/curve-crypto/index'
import type { CurveCryptoState } from '#protocols/curve-crypto/state'
import { createAdapterFixture, createFamilyHarness } from '#test/conformance/adapters/fixture'
import { backAndForth } from '#test/conformance/adapters/gas'
import { anyPlan } from '#test/conformance/adapters/plans'
import { defineFamily } from '#test/conformance/family'
import { leeway } from './leeway.ts'
import { openPools, scenarios } from './pools.ts'

export const family = defineFamily({
  protocol,
  source: 'CurveCryptoPort of contracts/sandbox: a port of our own',
  scenarios,
  plans: anyPlan<CurveCryptoState>(({ balances }) => balances),
  async open(chain) {
    await chain.placeClock()
    const stage = await createAdapterFixture(chain)
    return createFamilyHarness(stage, protocol, await openPools(stage))
  },
  leeway,
  gas: [0, 3, 6, 10].map((which) => ({
    name: `pool ${which}`,
    open: async (fixture) =>
      (await openPools(fixture))({
        which,
        worths: [10n ** 21n, 11n * 10n ** 20n, 9n * 10n ** 20n],
        prices: [10n ** 20n, 10n ** 18n],
      }),
    ...(which === 3 ? backAndForth([1, 0], [10n ** 6n, 10n ** 6n]) : backAndForth()),
  })),
})
