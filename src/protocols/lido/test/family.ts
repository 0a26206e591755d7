import { protocol } from '#protocols/lido/index'
import type { LidoState } from '#protocols/lido/swap'
import { adapterFamily } from '#test/conformance/adapters/family'
import { openPools, scenarios } from './pools.ts'

/** All that is not wrapped, and what it can become. */
const holds = ({ ether, shares, outside }: LidoState): readonly bigint[] => [(outside * ether) / shares, outside]

export const family = adapterFamily({
  protocol,
  source: 'StEthPort and WstEthPort of contracts/sandbox: ports of our own',
  scenarios,
  holds,
  openPools,
})
