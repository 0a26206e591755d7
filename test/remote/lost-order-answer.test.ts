/** A service that has an order and gives no usable answer: what is looked up then never says that nothing was signed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureLines } from '#cli/out/failure'
import { plainPaint } from '#cli/out/screen'
import { quoteStatusLines } from '#cli/screens/quote/quote-status'
import { isFailure } from '#domain/errors'
import type { SwapRequest } from '#domain/trade/trader'
import { evm, wei } from '#domain/units'
import { devAccounts } from '#sandbox/dev-accounts'
import { systemClock } from '#system/clock'
import { type HttpFixture, startHttpFixture, usdc, weth } from '../http/fixture.ts'
import { createGaslessClient, type GaslessClient } from '../http/gasless-client.ts'
import { autoConfirm, createQuoteRequest, createSwapRequest, sandbox } from '../trade/fixture.ts'
import { createRemoteClient } from './client.ts'
import { type LyingService, startLyingService } from './lying-service.ts'

let api: HttpFixture
let service: LyingService
let client: ReturnType<typeof createRemoteClient>
let tokens: GaslessClient
beforeAll(async () => {
  api = await startHttpFixture({ relayer: { account: 'dev9', caps: new Map([[sandbox, wei(10n ** 18n)]]) } })
  service = await startLyingService(() => api.server.url)
  tokens = createGaslessClient(api)
  client = createRemoteClient({ rpc: api.app.url, service: service.url })
}, 120_000)
afterAll(async () => {
  await client.close()
  tokens.close()
  await service.close()
  await api.close()
})

const from = devAccounts[3]?.address ?? evm('0x')
const dialogue = { ...autoConfirm(), confirmOrder: async () => undefined }

test('status of the quote, which the failure says to ask for, does not offer to swap it', async () => {
  service.answer((body, path) => (path === '/user-manager/execute-swap' ? {} : body))
  const sale = createQuoteRequest(evm(usdc), evm(weth), 200_000_000n, { from, to: from })
  const request = { ...sale, gasless: true as const }
  const trader = await client.parts.trader()
  const before = await tokens.call(usdc, 'balanceOf', from)
  const failure = await trader
    .swapGasless(createSwapRequest({ request }, { account: 'dev3' }), dialogue)
    .catch((error) => error)
  if (!isFailure(failure, 'PENDING')) throw failure
  await expect.poll(() => tokens.call(usdc, 'balanceOf', from)).toBe(before - 200_000_000n) // it was sold
  const stored = await (await client.parts.service()).getQuote(failure.details.id)
  const lines = quoteStatusLines(stored, systemClock.now(), { width: 80, paint: plainPaint }).join('\n')
  expect(lines).not.toContain('Nothing was signed')
  expect(lines).not.toContain(`swapline swap ${failure.details.id.slice(0, 8)}`)
})

test('the same command once more, for want of an answer, neither says that nothing was sent nor asks for another quote', async () => {
  service.answer((body, path) => (path === '/user-manager/execute-swap' ? {} : body))
  const sale = createQuoteRequest(evm(usdc), evm(weth), 100_000_000n, { from, to: from })
  const request = { ...sale, gasless: true as const }
  const trader = await client.parts.trader()
  const swap = (quote: SwapRequest['quote']) =>
    trader.swapGasless(createSwapRequest(quote, { account: 'dev3' }), dialogue).catch((error) => error)
  const before = await tokens.call(usdc, 'balanceOf', from)
  const first = await swap({ request })
  if (!isFailure(first, 'PENDING')) throw first
  await expect.poll(() => tokens.call(usdc, 'balanceOf', from)).toBe(before - 100_000_000n) // it was sold
  const again = await swap({ id: first.details.id as never })
  const telling = { secrets: [], sends: true, causes: false }
  const shown = failureLines(again, { width: 200, paint: plainPaint }, telling).join('\n')
  expect(shown).not.toContain('Nothing was sent')
  expect(shown).not.toContain('swapline quote') // whose swap would sell once more
})
