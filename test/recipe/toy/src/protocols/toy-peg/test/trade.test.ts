import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxGround } from '#sandbox/addresses.gen'
import {
  autoConfirm,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  startSandboxApp,
} from '#test/trade/fixture'

const { USDC, USDT } = sandboxGround.tokens

let app: SandboxApp
beforeAll(async () => {
  app = await startSandboxApp()
})
afterAll(() => app.close())

test('a pool of the toy is found, quoted and traded with by the router', async () => {
  const trader = await app.components.trader()
  const request = createQuoteRequest(USDC.address, USDT.address, 100_000n * 10n ** 6n, { include: ['toy-peg'] })
  const { intent, quote } = await trader.swap(createSwapRequest({ request }), autoConfirm())
  expect(quote?.route.legs.map(({ pool }) => pool.venue.name)).toEqual(['toy-peg'])
  expect(quote?.route.amountOut).toBe(99_996n * 10n ** 6n)
  expect(intent?.trade?.bought).toBe(quote?.route.amountOut)
})
