import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TickState } from '#amm/ticks/state'
import type { Pool } from '#domain/pools/protocol'
import type { AnyQuoteRequest } from '#domain/quotes/quote'
import { amount, nativeToken } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { sandboxPools } from '#sandbox/addresses.gen'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { fundAccount } from '#sandbox/pools/fund'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import { trader0 } from '../trade/fixture.ts'
import { createMarketFixture, createQuoteQuery, type MarketFixture, replayRoute } from './fixture.ts'

let chain: RunningChain
let proxy: FaultProxy
let fixture: MarketFixture
beforeAll(async () => {
  chain = await startChain()
  proxy = await startProxy(chain.url)
})
afterAll(async () => {
  await proxy.close()
  await chain.stop()
})
beforeEach(() => {
  fixture = createMarketFixture(proxy.url)
})

const wethToUsdc = createQuoteQuery(['WETH', 'USDC'], 10)

/** The answer, and how many posts it took. */
async function countPosts(question: AnyQuoteRequest) {
  proxy.forget()
  return { quote: await fixture.quote(question), posts: proxy.posts.length }
}

async function warmUp(question: AnyQuoteRequest = wethToUsdc): Promise<void> {
  await fixture.quote(question)
  await fixture.market.followHead()
}

/**
 * A block in which a pair of WETH and USDC has one percent less WETH, so that it pays more for it: written to its
 * storage, where no other transaction trades.
 */
async function movePrices(): Promise<void> {
  const [pair] = sandboxPools
  const slot = `0x${'8'.padStart(64, '0')}`
  const reserves = BigInt(await chain.rpc<string>('eth_getStorageAt', pair.address, slot, 'latest'))
  const weth = reserves & ((1n << 112n) - 1n)
  await chain.rpc(
    'anvil_setStorageAt',
    pair.address,
    slot,
    `0x${(reserves - weth / 100n).toString(16).padStart(64, '0')}`,
  )
  await chain.rpc('evm_mine')
}

describe('answers', () => {
  test('the first quote of a pair surveys the chain; later ones need no call and equal it', async () => {
    const cold = await countPosts(wethToUsdc)
    expect(cold.posts).toBeGreaterThan(0)
    await fixture.market.followHead()
    const warm = await countPosts(wethToUsdc)
    expect(warm.posts).toBe(0)
    const [{ optimality: bound, ...route }, { optimality: coldBound, ...coldRoute }] = [
      warm.quote.route,
      cold.quote.route,
    ]
    expect(route).toEqual(coldRoute)
    // Sums of floats: they are rounded outward, and the order of the pools changes them by less.
    expect(Math.abs(Number((bound?.upperBound ?? 0n) - (coldBound?.upperBound ?? 0n)))).toBeLessThan(
      1e-9 * Number(route.amountOut),
    )
    expect([warm.quote.block, warm.quote.usd, warm.quote.gasLimit, warm.quote.priceImpact, warm.quote.sell]).toEqual([
      cold.quote.block,
      cold.quote.usd,
      cold.quote.gasLimit,
      cold.quote.priceImpact,
      cold.quote.sell,
    ])
  })

  test('the reverse direction is the same pair; native and its wrapped form trade one for one', async () => {
    await warmUp()
    expect((await countPosts(createQuoteQuery(['USDC', 'WETH'], 1_000))).posts).toBe(0)
    const wrapping = createQuoteQuery(['WETH', 'USDC'], 1, { buy: nativeToken })
    await warmUp(wrapping)
    const { quote, posts } = await countPosts(wrapping)
    expect([posts, quote.route.legs, quote.route.amountOut]).toEqual([0, [], 10n ** 18n])
  })

  test('equal queries in one block get one answer, whatever was learned in between', async () => {
    await warmUp()
    const before = await fixture.quote(wethToUsdc)
    await warmUp(createQuoteQuery(['UNI', 'wstETH'], 5))
    const after = await countPosts(wethToUsdc)
    expect(after.posts).toBe(0)
    expect(after.quote.route).toEqual(before.route)
    expect(fixture.market.figures().pairs).toBe(2)
  })

  test('a pair that waits for its block is not surveyed a second time', async () => {
    await fixture.quote(wethToUsdc)
    await fixture.quote(wethToUsdc)
    expect(fixture.market.figures()).toMatchObject({ blocks: 1, pairs: 1 })
    expect((await countPosts(wethToUsdc)).posts).toBe(0)
  })

  test('pools that were read too narrowly are read wider, then as a whole; never both at once', async () => {
    await warmUp()
    const known = async () => {
      const standing = await fixture.market.getView([wethToUsdc.sell, wethToUsdc.buy], undefined)
      const states = standing?.snapshot.pools.flatMap(({ pool, state }) =>
        (state as Partial<TickState>).tickSpacing === 10 ? [{ pool, state: state as TickState }] : [],
      )
      return states?.[0] as { pool: Pool; state: TickState }
    }
    const reachOf = ({ state: { tick, knownFrom, knownTo } }: { state: TickState }) =>
      Math.min(tick - knownFrom, knownTo - tick)
    const { pool } = await known()
    const reached = [reachOf(await known())]
    for (let i = 0; i < 3; i += 1) {
      fixture.market.widenPools([pool])
      fixture.market.widenPools([pool])
      await fixture.market.followHead()
      reached.push(reachOf(await known()))
    }
    const [usual = 0, wide = 0, stillWide = 0, whole = 0] = reached
    expect([usual < 25_000, wide > 55_000, wide < 65_000, whole > 500_000]).toEqual([true, true, true, true])
    expect(stillWide).toBe(wide)
  })

  test('sources and pools are excluded from a warm answer as from a cold one', async () => {
    await warmUp()
    const [leg] = (await fixture.quote(wethToUsdc)).route.legs
    const exclude = ['uniswap-v3', leg?.pool.address ?? '']
    const { quote, posts } = await countPosts({ ...wethToUsdc, exclude })
    expect(posts).toBe(0)
    const cold = await createMarketFixture(proxy.url).quote({ ...wethToUsdc, exclude })
    // A warm answer may leave a gap as small as this one unproven by branches.
    const { optimality, ...route } = quote.route
    expect(cold.route).toMatchObject(route)
    expect(optimality?.gapPpm).toBeLessThan(100)
    expect(quote.poolsSeen).toBe(cold.poolsSeen)
    await expect(fixture.quote({ ...wethToUsdc, include: ['nobody'] })).rejects.toMatchObject({
      code: 'LIQUIDITY_SOURCE_NOT_VALID',
    })
  })

  test('concurrent requests for balances share one call', async () => {
    await fundAccount(chain.rpc, network, trader0)
    const from = { from: trader0, to: trader0 }
    await warmUp({ ...wethToUsdc, ...from })
    proxy.forget()
    const amounts = Array.from({ length: 12 }, (_, i) => createQuoteQuery(['WETH', 'USDC'], 100 + i, from))
    const quotes = await Promise.all(amounts.map((one) => fixture.quote(one)))
    expect(proxy.posts.length).toBeLessThanOrEqual(2)
    for (const { issues, request } of quotes)
      expect(issues?.balance).toEqual({ actual: expect.any(BigInt), required: request.sellAmount })
  })

  test('a request to buy an amount is answered warm as well', async () => {
    const { sellAmount: _, ...rest } = wethToUsdc
    const buying = { ...rest, buyAmount: amount(5_000_000_000n) }
    await warmUp(buying)
    const { quote, posts } = await countPosts(buying)
    expect(posts).toBe(0)
    expect(quote.route.amountOut).toBeGreaterThanOrEqual(5_000_000_000n)
  })
})

describe('blocks', () => {
  test('a new block is followed, and answers use its states', async () => {
    await warmUp()
    const before = await fixture.quote(wethToUsdc)
    await movePrices()
    await fixture.market.followHead()
    const { quote, posts } = await countPosts(wethToUsdc)
    expect(posts).toBe(0)
    expect(quote.block.number).toBe(before.block.number + 1)
    expect(quote.route.amountOut).not.toBe(before.route.amountOut)
    const { snapshot } = await fixture.chain.survey({
      tokens: network.hubs,
      venues: network.venues,
      reads: [],
      balances: [],
    })
    expect(snapshot.block).toEqual(quote.block)
    expect(replayRoute(quote, snapshot)).toBe(quote.route.amountOut)
  })

  test('a block without changes costs the node one request for its head', async () => {
    await warmUp()
    proxy.forget()
    await fixture.market.followHead()
    expect(proxy.posts).toHaveLength(1)
    expect(fixture.market.figures().blocks).toBe(1)
  })

  test('a block that is replaced by another at its height is noticed', async () => {
    await warmUp()
    await movePrices()
    await fixture.market.followHead()
    const before = await fixture.quote(wethToUsdc)
    await chain.rpc('anvil_reorg', 1, [])
    await fixture.market.followHead()
    const { quote, posts } = await countPosts(wethToUsdc)
    expect(posts).toBe(0)
    expect(quote.block.number).toBe(before.block.number)
    expect(quote.block.hash).not.toBe(before.block.hash)
    expect(fixture.market.figures().reorgs).toBe(1)
  })

  test('a chain with a lower head is followed once it reports that twice', async () => {
    const saved = await chain.rpc('evm_snapshot')
    const old = Number(await chain.rpc('eth_blockNumber'))
    await movePrices()
    await warmUp()
    const before = await fixture.quote(wethToUsdc)
    await chain.rpc('evm_revert', saved)
    await fixture.market.followHead()
    expect((await fixture.quote(wethToUsdc)).block).toEqual(before.block)
    await fixture.market.followHead()
    const { quote, posts } = await countPosts(wethToUsdc)
    expect([posts, quote.block.number]).toEqual([0, old])
    expect(quote.route.amountOut).not.toBe(before.route.amountOut)
  })

  test('a head that was not confirmed for too long is not answered from', async () => {
    await warmUp()
    expect((await countPosts(wethToUsdc)).posts).toBe(0)
    fixture.advanceClock(10_000)
    expect((await countPosts(wethToUsdc)).posts).toBeGreaterThan(0)
    await fixture.market.followHead()
    expect((await countPosts(wethToUsdc)).posts).toBe(0)
  })

  test('concurrent requests wait for one check of the chain, and are answered warm', async () => {
    await warmUp()
    fixture.advanceClock(10_000)
    proxy.forget()
    const quotes = await Promise.all(
      [10, 11, 12, 13].map((whole) => fixture.quote(createQuoteQuery(['WETH', 'USDC'], whole))),
    )
    expect(proxy.posts).toHaveLength(1)
    expect(new Set(quotes.map(({ block }) => block.hash)).size).toBe(1)
  })

  test('a request does not wait for a market that slept', async () => {
    await warmUp()
    fixture.advanceClock(6 * 60_000)
    await countPosts(wethToUsdc)
    expect(fixture.market.figures().blocks).toBe(1)
    expect(proxy.posts.length).toBeGreaterThan(0)
  })

  test('an unreachable endpoint is reported, and answers resume when it is back', async () => {
    await warmUp()
    proxy.rules([{ fault: { kind: 'reset' } }])
    await fixture.market.followHead()
    fixture.advanceClock(10_000)
    await expect(fixture.quote(wethToUsdc)).rejects.toMatchObject({ code: 'NETWORK_UNAVAILABLE' })
    expect(fixture.failures).toHaveLength(2) // of the block, and of the check that the quote waited for
    proxy.rules([])
    await fixture.market.followHead()
    expect((await countPosts(wethToUsdc)).posts).toBe(0)
  })

  test('a quote at a block is answered from it only if it is that block', async () => {
    await warmUp()
    const { block } = await fixture.quote(wethToUsdc)
    expect((await countPosts({ ...wethToUsdc, block: block.number })).posts).toBe(0)
    await chain.rpc('evm_mine')
    await fixture.market.followHead()
    const { quote } = await countPosts({ ...wethToUsdc, block: block.number })
    expect(quote.block).toEqual(block)
  })
})
