/**
 * A trade that fills the pool at the best price. A search that meets this pool alone ends at a price of nothing for the rest
 * of the input, and has to find back to real prices from there as other pools join.
 */
import { expect, test } from 'vitest'
import type { LivePool } from '#domain/pools/snapshot'
import { blockNumber, evm, hex, networkName, seconds, wei } from '#domain/units'
import { protocol as liquidityBook } from '#protocols/liquidity-book/index'
import { generated as book } from '#protocols/liquidity-book/test/generated'
import { protocol as uniswapV2 } from '#protocols/uniswap-v2/index'
import { generated as pairs } from '#protocols/uniswap-v2/test/generated'
import { protocol as uniswapV3 } from '#protocols/uniswap-v3/index'
import { generated as ticks } from '#protocols/uniswap-v3/test/generated'
import { buildMarketIndex } from '#routing/index/market-index'
import { createPoolGraph } from '#routing/index/pool-graph'
import { tryEdges } from '#routing/search/support'
import { createSearchWorkspace, startSearch } from '#routing/search/workspace'
import type { FamilyPool } from '#test/generated-market/draw'
import { createRandom } from '#test/generated-market/random'
import { generateTokens, toUnits } from '#test/generated-market/tokens'

const protocols = new Map([liquidityBook, uniswapV2, uniswapV3].map((one) => [one.kind, one as never]))

function market(seed: number) {
  const random = createRandom(seed)
  const tokens = generateTokens(random, 20)
  const [weth, usdc] = tokens.hubs
  if (weth === undefined || usdc === undefined) throw new Error('no hubs')
  const pair = [weth, usdc] as const
  const draw = (dollars: number) => ({ random, tokens, pair, dollars })
  const drawn: [string, FamilyPool][] = [['liquidity-book', book.draw(draw(400_000))]]
  for (let i = 0; i < 8; i += 1) drawn.push(['uniswap-v3', ticks.draw(draw(random.scale(50_000, 500_000)))])
  for (let i = 0; i < 4; i += 1) drawn.push(['uniswap-v2', pairs.draw(draw(random.scale(200_000, 2_000_000)))])
  const pools = drawn.map(([kind, { state, feePpm }], n): LivePool => {
    const venue = { protocol: kind, name: kind, title: kind, factory: weth.address, feesPpm: [feePpm] }
    const address = evm(`0x${(0x10_0000 + n).toString(16).padStart(40, '0')}`)
    return { pool: { venue, address, tokens: pair.map((token) => token.address), feePpm }, state }
  })
  const block = { number: blockNumber(1), hash: hex(`0x${'11'.repeat(32)}`), time: seconds(1_700_000_000) }
  return { weth, usdc, snapshot: { network: networkName('x'), chainId: 1, block, gasPrice: wei(10n ** 9n), pools } }
}

test.each([
  [500_000, 2],
  [1_000_000, 3],
  [1_500_000, 4],
])('$%i over all of them is worth the same from any prices, market %i', (dollars, seed) => {
  const { weth, usdc, snapshot } = market(seed)
  const graph = createPoolGraph({ protocols }, snapshot.pools)
  const index = buildMarketIndex(graph, { wrapped: weth.address, gasPrice: snapshot.gasPrice })
  const [source = 0, target = 0] = [weth, usdc].map(({ address }) => graph.numbers.get(address))
  const units = Number(toUnits(weth, dollars))
  const limits = { maxHops: 4, maxSplits: 20, maxLegs: 24 }
  const task = { source, target, amount: units, gasValue: 0, passedGas: 0, limits }
  const state = startSearch(createSearchWorkspace(index), task, [])
  const edges = state.core.edges.filter(({ a, b }) => a === 0 && b === 1)
  expect(edges).toHaveLength(13)
  const spot = Math.max(...edges.map((edge) => edge.spot))
  const [usual, ...others] = [1, 1e-4, 1e-8, 1e-12].map((part) => {
    const { value, isWhole } = tryEdges(state, edges, Float64Array.of(part * spot, 1))
    expect(isWhole).toBe(true)
    return value
  })
  for (const other of others) expect(other / (usual ?? 0)).toBeCloseTo(1, 6)
})
