import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TickState } from '#amm/ticks/state'
import type { Pool } from '#domain/protocol'
import type { QuoteQuestion } from '#domain/quote'
import { amount, nativeToken } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { sandboxPools } from '#sandbox/addresses.gen'
import { fund } from '#sandbox/fund'
import { type RunningChain, startChain } from '#sandbox/start'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import { trader0 } from '../trade/house.ts'
import { openStage, replayed, type Stage, selling } from './stage.ts'

let chain: RunningChain
let proxy: FaultProxy
let stage: Stage
beforeAll(async () => {
  chain = await startChain()
  proxy = await startProxy(chain.url)
})
afterAll(async () => {
  await proxy.close()
  await chain.stop()
})
beforeEach(() => {
  stage = openStage(proxy.url)
})

const wethToUsdc = selling(['WETH', 'USDC'], 10)

/** Answers, and how many posts it took. */
async function counted(question: QuoteQuestion) {
  proxy.forget()
  return { quote: await stage.quote(question), posts: proxy.posts.length }
}

async function warmed(question: QuoteQuestion = wethToUsdc): Promise<void> {
  await stage.quote(question)
  await stage.market.follow()
}

/** A block in which a pair of WETH and USDC has a hundredth less WETH, so that it pays more for it: written to its storage, where nobody else trades. */
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
  test('the first of a pair looks at the chain, the others need nothing of it and say the same', async () => {
    const cold = await counted(wethToUsdc)
    expect(cold.posts).toBeGreaterThan(0)
    await stage.market.follow()
    const warm = await counted(wethToUsdc)
    expect(warm.posts).toBe(0)
    const [{ optimality: bound, ...route }, { optimality: coldBound, ...coldRoute }] = [
      warm.quote.route,
      cold.quote.route,
    ]
    expect(route).toEqual(coldRoute)
    // Sums of floats: they are rounded outward, and depend on the order of the pools by less.
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

  test('the other way round is the same pair; native and its wrapped form trade one for one', async () => {
    await warmed()
    expect((await counted(selling(['USDC', 'WETH'], 1_000))).posts).toBe(0)
    const wrapping = selling(['WETH', 'USDC'], 1, { buy: nativeToken })
    await warmed(wrapping)
    const { quote, posts } = await counted(wrapping)
    expect([posts, quote.route.legs, quote.route.amountOut]).toEqual([0, [], 10n ** 18n])
  })

  test('equal questions of one block get one answer, whatever was learned between them', async () => {
    await warmed()
    const before = await stage.quote(wethToUsdc)
    await warmed(selling(['UNI', 'wstETH'], 5))
    const after = await counted(wethToUsdc)
    expect(after.posts).toBe(0)
    expect(after.quote.route).toEqual(before.route)
    expect(stage.market.figures().pairs).toBe(2)
  })

  test('a pair that waits for its block is not searched for a second time', async () => {
    await stage.quote(wethToUsdc)
    await stage.quote(wethToUsdc)
    expect(stage.market.figures()).toMatchObject({ blocks: 1, pairs: 1 })
    expect((await counted(wethToUsdc)).posts).toBe(0)
  })

  test('pools that were read too narrowly are read wider, then as a whole; never both at once', async () => {
    await warmed()
    const known = async () => {
      const standing = await stage.market.standing([wethToUsdc.sell, wethToUsdc.buy], undefined)
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
      stage.market.widen([pool])
      stage.market.widen([pool])
      await stage.market.follow()
      reached.push(reachOf(await known()))
    }
    const [usual = 0, wide = 0, stillWide = 0, whole = 0] = reached
    expect([usual < 25_000, wide > 55_000, wide < 65_000, whole > 500_000]).toEqual([true, true, true, true])
    expect(stillWide).toBe(wide)
  })

  test('sources and pools are left out of a warm answer as of a cold one', async () => {
    await warmed()
    const [leg] = (await stage.quote(wethToUsdc)).route.legs
    const exclude = ['uniswap-v3', leg?.pool.address ?? '']
    const { quote, posts } = await counted({ ...wethToUsdc, exclude })
    expect(posts).toBe(0)
    const cold = await openStage(proxy.url).quote({ ...wethToUsdc, exclude })
    expect(quote.route).toEqual(cold.route)
    expect(quote.poolsSeen).toBe(cold.poolsSeen)
    await expect(stage.quote({ ...wethToUsdc, include: ['nobody'] })).rejects.toMatchObject({
      code: 'LIQUIDITY_SOURCE_NOT_VALID',
    })
  })

  test('what an account holds is asked for, together for all who ask at once', async () => {
    await fund(chain.rpc, network, trader0)
    const from = { from: trader0, to: trader0 }
    await warmed({ ...wethToUsdc, ...from })
    proxy.forget()
    const amounts = Array.from({ length: 12 }, (_, i) => selling(['WETH', 'USDC'], 100 + i, from))
    const quotes = await Promise.all(amounts.map((one) => stage.quote(one)))
    expect(proxy.posts.length).toBeLessThanOrEqual(2)
    for (const { issues, request } of quotes)
      expect(issues?.balance).toEqual({ actual: expect.any(BigInt), required: request.sellAmount })
  })

  test('a wish to buy an amount is answered warm as well', async () => {
    const { sellAmount: _, ...rest } = wethToUsdc
    const buying = { ...rest, buyAmount: amount(5_000_000_000n) }
    await warmed(buying)
    const { quote, posts } = await counted(buying)
    expect(posts).toBe(0)
    expect(quote.route.amountOut).toBeGreaterThanOrEqual(5_000_000_000n)
  })
})

describe('blocks', () => {
  test('a new block is followed, and answered from with its own states', async () => {
    await warmed()
    const before = await stage.quote(wethToUsdc)
    await movePrices()
    await stage.market.follow()
    const { quote, posts } = await counted(wethToUsdc)
    expect(posts).toBe(0)
    expect(quote.block.number).toBe(before.block.number + 1)
    expect(quote.route.amountOut).not.toBe(before.route.amountOut)
    const { snapshot } = await stage.chain.survey({
      tokens: network.hubs,
      venues: network.venues,
      reads: [],
      balances: [],
    })
    expect(snapshot.block).toEqual(quote.block)
    expect(replayed(quote, snapshot)).toBe(quote.route.amountOut)
  })

  test('a block without news costs the node one question for its head', async () => {
    await warmed()
    proxy.forget()
    await stage.market.follow()
    expect(proxy.posts).toHaveLength(1)
    expect(stage.market.figures().blocks).toBe(1)
  })

  test('a block that is replaced by another at its height is noticed', async () => {
    await warmed()
    await movePrices()
    await stage.market.follow()
    const before = await stage.quote(wethToUsdc)
    await chain.rpc('anvil_reorg', 1, [])
    await stage.market.follow()
    const { quote, posts } = await counted(wethToUsdc)
    expect(posts).toBe(0)
    expect(quote.block.number).toBe(before.block.number)
    expect(quote.block.hash).not.toBe(before.block.hash)
    expect(stage.market.figures().reorgs).toBe(1)
  })

  test('a chain that went back is followed when it says so twice', async () => {
    const saved = await chain.rpc('evm_snapshot')
    const old = Number(await chain.rpc('eth_blockNumber'))
    await movePrices()
    await warmed()
    const before = await stage.quote(wethToUsdc)
    await chain.rpc('evm_revert', saved)
    await stage.market.follow()
    expect((await stage.quote(wethToUsdc)).block).toEqual(before.block)
    await stage.market.follow()
    const { quote, posts } = await counted(wethToUsdc)
    expect([posts, quote.block.number]).toEqual([0, old])
    expect(quote.route.amountOut).not.toBe(before.route.amountOut)
  })

  test('a head that was not confirmed for too long is not answered from', async () => {
    await warmed()
    expect((await counted(wethToUsdc)).posts).toBe(0)
    stage.later(10_000)
    expect((await counted(wethToUsdc)).posts).toBeGreaterThan(0)
    await stage.market.follow()
    expect((await counted(wethToUsdc)).posts).toBe(0)
  })

  test('all who ask meanwhile wait for one look at the chain, and are answered warm', async () => {
    await warmed()
    stage.later(10_000)
    proxy.forget()
    const quotes = await Promise.all([10, 11, 12, 13].map((whole) => stage.quote(selling(['WETH', 'USDC'], whole))))
    expect(proxy.posts).toHaveLength(1)
    expect(new Set(quotes.map(({ block }) => block.hash)).size).toBe(1)
  })

  test('a market that slept is not waited for', async () => {
    await warmed()
    stage.later(6 * 60_000)
    await counted(wethToUsdc)
    expect(stage.market.figures().blocks).toBe(1)
    expect(proxy.posts.length).toBeGreaterThan(0)
  })

  test('an endpoint that is away is told of, and answers come again when it is back', async () => {
    await warmed()
    proxy.rules([{ fault: { kind: 'reset' } }])
    await stage.market.follow()
    stage.later(10_000)
    await expect(stage.quote(wethToUsdc)).rejects.toMatchObject({ code: 'NETWORK_UNAVAILABLE' })
    expect(stage.failures).toHaveLength(2) // of the block, and of the look that the quote waited for
    proxy.rules([])
    await stage.market.follow()
    expect((await counted(wethToUsdc)).posts).toBe(0)
  })

  test('a quote at a block is answered from it only if it is that block', async () => {
    await warmed()
    const { block } = await stage.quote(wethToUsdc)
    expect((await counted({ ...wethToUsdc, block: block.number })).posts).toBe(0)
    await chain.rpc('evm_mine')
    await stage.market.follow()
    const { quote } = await counted({ ...wethToUsdc, block: block.number })
    expect(quote.block).toEqual(block)
  })
})
