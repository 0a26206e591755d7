import { protocol } from '#protocols/psm/index'
import type { PsmState } from '#protocols/psm/swap'
import { adapterFamily } from '#test/conformance/adapters/family'
import { openPools, scenarios } from './pools.ts'

/** The amount of each token that buys all of the other. */
const takes = ({ dai, gems, factor }: PsmState): readonly bigint[] => [dai / factor, gems * factor]

export const family = adapterFamily({
  protocol,
  source: 'PsmPort of contracts/sandbox: a port of our own',
  scenarios,
  holds: takes,
  openPools,
})
