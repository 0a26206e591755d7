import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRpc } from '#sandbox/anvil/rpc'
import { swapBy } from '#test/trade/family-swap'
import { type SandboxApp, startSandboxApp } from '#test/trade/fixture'

let app: SandboxApp
beforeAll(async () => {
  app = await startSandboxApp()
})
afterAll(() => app.close())

test.each([
  ['WETH', 'USDC', 120n * 10n ** 18n],
  ['USDC', 'WETH', 180_000n * 10n ** 6n],
] as const)('some of a large trade goes through the pool of native currency: %s to %s', async (sell, buy, raw) => {
  const { intent, quote } = await swapBy(app, createRpc(app.url), ['uniswap-v4', sell, buy, raw])
  expect(quote?.route.legs.map(({ pool }) => pool.facts?.['native'])).toContain(true)
  expect(intent?.trade?.bought).toBe(quote?.route.amountOut)
})
