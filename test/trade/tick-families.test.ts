/**
 * Swaps through one family at a time, by the router: the received amount equals the quote, also after the pool moved.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Address } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { autoConfirm, createQuoteRequest, createSwapRequest, type SandboxApp, startSandboxApp } from './fixture.ts'

const { WETH, USDC, USDT, DAI, WBTC } = sandboxGround.tokens

let app: SandboxApp
beforeAll(async () => {
  app = await startSandboxApp()
})
afterAll(() => app.close())

const [eth, usd] = [10n ** 18n, 10n ** 6n]

const swaps: readonly (readonly [venue: string, sell: Address, buy: Address, raw: bigint])[] = [
  ['pancake-v3', USDC.address, WETH.address, 120_000n * usd],
  ['pancake-v3', USDC.address, USDT.address, 100_000n * usd],
  ['slipstream', WETH.address, USDC.address, 20n * eth],
  ['slipstream', DAI.address, WETH.address, 90_000n * eth],
  ['algebra-integral', WETH.address, USDT.address, 15n * eth],
  ['algebra-integral', USDT.address, WETH.address, 60_000n * usd],
  ['algebra-integral', WBTC.address, WETH.address, 2n * 10n ** 8n],
  ['uniswap-v4', WETH.address, USDC.address, 25n * eth],
  ['uniswap-v4', USDC.address, WBTC.address, 90_000n * usd],
  ['uniswap-v4', DAI.address, USDT.address, 50_000n * eth],
]

test.each(swaps)('%s: %s to %s, %s', async (venue, sell, buy, raw) => {
  const trader = await app.components.trader()
  const request = createQuoteRequest(sell, buy, raw, { include: [venue] })
  const guards = { ...createSwapRequest({ id: '' }).guards, maxImpact: 900_000 as never }
  const { intent, quote } = await trader.swap(createSwapRequest({ request }, { guards }), autoConfirm())
  expect(quote?.route.legs.map(({ pool }) => pool.venue.name)).toEqual(quote?.route.legs.map(() => venue))
  expect(intent?.stage).toBe('confirmed')
  expect(intent?.trade?.bought).toBe(quote?.route.amountOut)
})

test.each([
  [WETH.address, USDC.address, 120n * eth],
  [USDC.address, WETH.address, 180_000n * usd],
])("some of a large trade goes through Uniswap v4's pool of native currency: %s to %s", async (sell, buy, raw) => {
  const trader = await app.components.trader()
  const request = createQuoteRequest(sell, buy, raw, { include: ['uniswap-v4'] })
  const guards = { ...createSwapRequest({ id: '' }).guards, maxImpact: 900_000 as never }
  const { intent, quote } = await trader.swap(createSwapRequest({ request }, { guards }), autoConfirm())
  expect(quote?.route.legs.map(({ pool }) => pool.facts?.['native'])).toContain(true)
  expect(intent?.trade?.bought).toBe(quote?.route.amountOut)
})
