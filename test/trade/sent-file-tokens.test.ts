/** Where a file is sent, too, its tokens have the symbols and decimals of the lists. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedTransaction, UnsignedSwap } from '#domain/trade/offline'
import { nativeToken } from '#domain/units'
import { sandboxGround } from '#sandbox/addresses.gen'
import {
  autoConfirm,
  createComponents,
  createQuoteRequest,
  createSwapRequest,
  type SandboxApp,
  startSandboxApp,
  trader0,
} from './fixture.ts'

const agree = { confirmRisks: async () => undefined, confirmSignature: async () => undefined }
const sending = { confirmations: 1, timeoutSeconds: 20, wait: true, simulates: true } as const

let app: SandboxApp
beforeAll(async () => {
  app = await startSandboxApp()
}, 120_000)
afterAll(() => app.close())

test('a file that names a listed token otherwise is not sent as such', async () => {
  const trader = await app.components.trader()
  const request = createSwapRequest({
    request: createQuoteRequest(nativeToken, sandboxGround.tokens.DAI.address, 10n ** 16n),
  })
  const unsigned = await trader.buildSwap(request, trader0, autoConfirm())
  const { trade } = unsigned
  const changed: UnsignedSwap = { ...unsigned, trade: { ...trade, buy: { ...trade.buy, symbol: 'USDC', decimals: 6 } } }
  await expect(trader.signUnsigned(changed, { maxGas: undefined }, agree)).rejects.toMatchObject({
    code: 'PAYLOAD_MISMATCH',
  })
  const signed = await trader.signUnsigned(unsigned, { maxGas: undefined }, agree)
  const carried: SignedTransaction = { ...signed, unsigned: changed }
  const hot = createComponents(`${app.state}/hot`, app.url, 'cancun') // the machine that sends
  const sent = await (await hot.trader()).sendSigned(carried, sending, autoConfirm()).catch((error) => error)
  await hot.close()
  const { symbol, decimals } = sent.trade?.buy ?? {}
  expect(sent.code ?? { symbol, decimals }).not.toEqual({ symbol: 'USDC', decimals: 6 })
}, 90_000)
