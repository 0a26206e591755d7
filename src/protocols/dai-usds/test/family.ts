import { protocol } from '#protocols/dai-usds/index'
import { adapterFamily } from '#test/conformance/adapters/family'
import { backAndForth } from '#test/conformance/adapters/gas'
import { openPools, scenarios } from './pools.ts'

export const family = adapterFamily({
  protocol,
  source: 'DaiUsdsPort: a port of our own',
  scenarios,
  holds: ({ supplies }) => supplies,
  openPools,
  gas: [
    {
      name: 'the converter',
      open: async (fixture) => (await openPools(fixture))({ dai: 10n ** 24n, usds: 10n ** 24n, createsDai: true }),
      ...backAndForth(),
    },
  ],
})
