import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { Pool, Protocols } from '#domain/pools/protocol'
import { defaultLimits } from '#domain/quotes/quote'
import { amount, evm } from '#domain/units'
import { protocol as ticked } from '#protocols/uniswap-v3/index'
import { findRouteOnChain } from './find-route-on-chain.ts'
import { startStopwatch } from './stopwatch.ts'

const [a, b] = [evm(`0x${'11'.repeat(20)}`), evm(`0x${'22'.repeat(20)}`)]
const whole = 10n ** 18n
const pool: Pool = {
  venue: { protocol: 'uniswap-v3', name: 'x', title: 'x', factory: a, feesPpm: [100] },
  ...{ address: evm(`0x${'33'.repeat(20)}`), tokens: [a, b], feePpm: 100 },
}
/** One price, known to some ticks on either side: a percent takes some 5,000 tokens. */
const stateOf = (ticks: number) => ({
  ...{ sqrtPriceX96: 2n ** 96n, tick: 0, liquidity: 1_000_000n * whole, tickSpacing: 1, feePpm: 100 },
  ...{ knownFrom: -ticks, knownTo: ticks, ticks: [] },
})

async function findOver(sold: bigint) {
  const looks: unknown[] = []
  const chain = { network: { wrapped: a } } as Chain
  const question = { ...defaultLimits, sell: a, buy: b, sellAmount: amount(sold) }
  const terms = { question, tradeAmount: { amountIn: amount(sold) } } as unknown as Parameters<
    typeof findRouteOnChain
  >[2]
  const context = {
    protocols: new Map([['uniswap-v3', ticked]]) as unknown as Protocols,
    ...{ watch: startStopwatch({ elapsed: () => 0 } as never), market: undefined },
  }
  const { route } = await findRouteOnChain(context, chain, terms, async (options) => {
    looks.push(options)
    const pools = [{ pool, state: stateOf(options === undefined ? 100 : 887_272) }]
    const block = { number: 41 + looks.length, hash: '0x', time: 1 }
    return { snapshot: { network: 'x', chainId: 1, block, gasPrice: 0n, pools } } as never
  })
  return { looks, legs: route.legs.length }
}

test('a trade that passes the edge of what was read asks for the pool again at the same block, any other not', async () => {
  expect(await findOver(4_900n * whole)).toEqual({ looks: [undefined], legs: 1 })
  expect(await findOver(5_100n * whole)).toEqual({ looks: [undefined, { widen: [pool], block: 42 }], legs: 1 })
})
