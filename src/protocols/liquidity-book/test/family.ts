import { protocol } from '#protocols/liquidity-book/index'
import type { LiquidityBookState } from '#protocols/liquidity-book/state'
import { adapterFamily } from '#test/conformance/adapters/family'
import { sell } from '#test/conformance/replay'
import { createReadback, openPools, scenarios } from './pools.ts'

/** Of each token in the pool's order. */
const holds = ({ bins, xIndex }: LiquidityBookState): readonly bigint[] => {
  const [x, y] = bins.reduce(([ofX, ofY], bin) => [ofX + bin[1], ofY + bin[2]], [0n, 0n])
  return xIndex === 0 ? [x, y] : [y, x]
}

/** Of each token, where a bin holds it. */
const inBin = 10n ** 18n / 400n

export const family = adapterFamily({
  protocol,
  source: 'LiquidityBookPort: a port of our own',
  scenarios,
  holds,
  openPools,
  lookAt: createReadback,
  gas: [1, 3, 9, 15].map((halves) => ({
    name: `${halves} half bins there and back`,
    async open(fixture) {
      const bins = Array.from({ length: 12 }, () => inBin)
      const at = { which: 2, at: 0, below: bins, active: [inBin, inBin] as const, above: bins }
      return (await openPools(fixture))({ ...at, accumulator: 0, reference: 0, moved: 0, age: 10 })
    },
    trades: [0, 1, 0, 1, 0].map((from) => sell(from, (inBin * BigInt(halves)) / 2n)),
    first: 1,
    moves: true,
  })),
})
