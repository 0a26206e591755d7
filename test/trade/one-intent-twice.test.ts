/** Two processes that carry out one intent at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nativeToken, ppm } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import {
  autoConfirm,
  createComponents,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  startSandboxApp,
  trader0,
} from './fixture.ts'

let app: SandboxApp
beforeAll(async () => {
  app = await startSandboxApp()
})
afterAll(() => app.close())

const { USDC, DAI } = sandboxGround.tokens
const slippage = { slippage: ppm(100_000) }
const guards = { ...createSwapRequest({ id: '' }).guards, maxSlippage: ppm(500_000) }
const countSent = async () => Number(await createRpc(app.url)('eth_getTransactionCount', trader0, 'latest'))

test('of two that need an approval, the later one sends none after the swap was signed', async () => {
  const processes = [1, 2].map(() => createComponents(app.state, app.url, 'cancun'))
  const bought = createQuoteRequest(nativeToken, USDC.address, 10n ** 16n, slippage)
  const trader = await app.components.trader()
  await trader.swap(createSwapRequest({ request: bought }, { key: 'dollars', guards }), autoConfirm())
  const before = await countSent()
  const sale = createQuoteRequest(USDC.address, DAI.address, 1_000_000n, slippage)
  const swaps = processes.map(async (parts) =>
    (await parts.trader()).swap(createSwapRequest({ request: sale }, { key: 'sale', guards }), autoConfirm()),
  )
  await Promise.allSettled(swaps)
  expect((await countSent()) - before).toBe(2) // one approval, one swap
  await Promise.all(processes.map((parts) => parts.close()))
}, 60_000)
