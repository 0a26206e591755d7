/** Recipients that a swap cannot pay are refused for the quote, and again for its transaction. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeholderSender } from '#domain/quotes/quote'
import { nativeToken, ppm } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import {
  autoConfirm,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  startSandboxApp,
  trader0,
} from './fixture.ts'

const { WETH, USDC } = sandboxGround.tokens
const refused = (field: string) => ({ code: 'VALIDATION_FAILED', message: expect.stringContaining(`${field} is`) })

let app: SandboxApp
beforeAll(async () => {
  app = await startSandboxApp()
})
afterAll(() => app.close())

const toWrapped = createQuoteRequest(USDC.address, nativeToken, 10n ** 6n, { to: WETH.address })

test('native currency for its own wrapped token is not quoted', async () => {
  const service = await app.components.service()
  await expect(service.quote(toWrapped)).rejects.toMatchObject(refused('toAddress'))
  const affiliate = { address: WETH.address, fee: ppm(1_000) }
  const asked = createQuoteRequest(nativeToken, USDC.address, 10n ** 18n, { affiliate })
  await expect(service.quote(asked)).rejects.toMatchObject(refused('affiliateAddress'))
})

test('nor swapped', async () => {
  const trader = await app.components.trader()
  const dialogue = autoConfirm()
  await expect(trader.swap(createSwapRequest({ request: toWrapped }), dialogue)).rejects.toMatchObject(
    refused('toAddress'),
  )
  expect(dialogue.heard).toEqual(['quoting'])
})

test('a quote with placeholder parties gives no payload for them, and is not consumed by the request', async () => {
  const service = await app.components.service()
  const { id } = await service.quote({ ...toWrapped, to: placeholderSender })
  const payload = { quoteId: id, estimateGas: false, deadlineSeconds: 300, from: trader0 }
  await expect(service.buildPayload({ ...payload, to: WETH.address })).rejects.toMatchObject(refused('toAddress'))
  await expect(service.buildPayload({ ...payload, to: trader0 })).resolves.toMatchObject({ from: trader0 })
})
