import fc from 'fast-check'
import { protocol } from '#protocols/uniswap-v2/index'
import { defineFamily } from '../family.ts'
import { anySale, anySize } from '../sizes.ts'
import { openStage, turnOf } from '../stage.ts'

const feePpm = 3_000

export const family = defineFamily({
  protocol,
  source: 'UniswapV2Pair of @uniswap/v2-core 1.0.1',
  scenarios: fc.tuple(anySize(112), anySize(112)),
  plans: anySale(113).map((trade) => () => trade),
  async open(chain) {
    const { playPair } = await openStage(chain)
    return {
      start: (reserves) => Promise.resolve({ reserves, feePpm }),
      async play(reserves, trades, ours) {
        const claims = ours.map(({ out }) => out)
        const isExact = await playPair(reserves, trades.map(turnOf), claims)
        return claims.map((claim, i) => ({ out: isExact[i] ? claim : -1n }))
      },
    }
  },
})
