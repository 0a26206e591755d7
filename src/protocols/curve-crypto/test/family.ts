import type { Reading } from '#domain/calls/reads'
import type { CurveCryptoState } from '#protocols/curve-crypto/amounts/state'
import { protocol } from '#protocols/curve-crypto/index'
import { readPossibleStates } from '#protocols/curve-crypto/load'
import { adapterFamily } from '#test/conformance/adapters/family'
import { readByLoading } from '#test/conformance/adapters/fixture'
import { backAndForth } from '#test/conformance/adapters/gas'
import { leeway } from './leeway.ts'
import { openPools, scenarios } from './pools.ts'

export const family = adapterFamily({
  protocol,
  source: 'CurveCryptoPort: a port of our own',
  scenarios,
  holds: ({ balances }) => balances,
  openPools,
  lookAt: (pool, start) =>
    readByLoading({
      ...protocol,
      // its generation is known here; after some trades its quotes may fit both
      *load(one): Reading<CurveCryptoState | undefined> {
        const possible = yield* readPossibleStates(one)
        if (possible?.length === 0) throw new Error('its quotes differ from ours')
        return possible?.find(({ dividesSum }) => dividesSum === start.dividesSum)
      },
    })(pool),
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
