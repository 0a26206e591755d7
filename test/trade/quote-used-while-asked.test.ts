/** `swap <quote>` asks its question while another command uses the same quote up. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SwapError } from '#domain/errors'
import { nativeToken } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import { createRpc } from '#sandbox/anvil/rpc'
import {
  autoConfirm,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  startSandboxApp,
  trader0,
} from './fixture.ts'

let app: SandboxApp
beforeAll(async () => {
  app = await startSandboxApp()
}, 120_000)
afterAll(() => app.close())

const { USDC } = sandboxGround.tokens
const countSent = () => createRpc(app.url)<string>('eth_getTransactionCount', trader0, 'latest').then(Number)

test('no approval is sent for a quote that another command used up before it was agreed to', async () => {
  const trader = await app.components.trader()
  const bought = createQuoteRequest(nativeToken, USDC.address, 10n ** 18n)
  await trader.swap(createSwapRequest({ request: bought }, { key: 'buy' }), autoConfirm())
  const sale = createQuoteRequest(USDC.address, nativeToken, 50_000_000n)
  const { id } = await (await app.components.service()).quote(sale)
  let after = 0
  const asking = {
    ...autoConfirm(),
    confirmSwap: async () => {
      await trader.swap(createSwapRequest({ id }), autoConfirm()) // another command's, of the same quote
      after = await countSent()
    },
  }
  const failure: unknown = await trader.swap(createSwapRequest({ id }, { key: 'b' }), asking).catch((error) => error)
  expect(failure).toBeInstanceOf(SwapError)
  const { code, context } = failure as SwapError
  expect(code).toBe('QUOTE_CONSUMED')
  expect
    .soft({ sent: context.sent, approvals: context.approvals?.length ?? 0 })
    .not.toEqual({ sent: false, approvals: 1 })
  expect(await countSent()).toBe(after)
}, 120_000)
