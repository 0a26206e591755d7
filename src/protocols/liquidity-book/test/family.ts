import { protocol } from '#protocols/liquidity-book/index'
import type { LiquidityBookState } from '#protocols/liquidity-book/state'
import { adapterFamily } from '#test/conformance/adapters/family'
import { createReadback, openPools, scenarios } from './pools.ts'

/** Of each token in the pool's order. */
const holds = ({ bins, xIndex }: LiquidityBookState): readonly bigint[] => {
  const [x, y] = bins.reduce(([ofX, ofY], bin) => [ofX + bin[1], ofY + bin[2]], [0n, 0n])
  return xIndex === 0 ? [x, y] : [y, x]
}

export const family = adapterFamily({
  protocol,
  source: 'LiquidityBookPort of contracts/sandbox: a port of our own',
  scenarios,
  holds,
  openPools,
  lookAt: createReadback,
})
