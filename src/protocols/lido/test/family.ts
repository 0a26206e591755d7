import { amount } from '#domain/units'
import { protocol } from '#protocols/lido/index'
import type { LidoState } from '#protocols/lido/swap'
import { adapterFamily } from '#test/conformance/adapters/family'
import { openPools, scenarios } from './pools.ts'

/** All that is not wrapped, and what it can become. */
const holds = ({ ether, shares, outside }: LidoState): readonly bigint[] => [(outside * ether) / shares, outside]

const wrap = { from: 0, to: 1, amountIn: amount(10n ** 18n) }

export const family = adapterFamily({
  protocol,
  source: 'StEthPort and WstEthPort: ports of our own',
  scenarios,
  holds,
  openPools,
  gas: [
    {
      name: 'wrapped',
      open: async (fixture) => {
        const shares = { shares: 10n ** 21n, earned: 2n * 10n ** 20n, backed: 7n * 10n ** 18n, wrapped: 500n }
        return (await openPools(fixture))({ ...shares, knowsVaults: true })
      },
      trades: [wrap, wrap],
      first: 1,
    },
  ],
})
