/** What is signed for a relayer is what was agreed to, and no more than the request allows. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainPaint } from '#cli/out/screen'
import { orderTermsLines } from '#cli/screens/trade/agreement'
import { parseTime } from '#domain/api/plain'
import type { Quote } from '#domain/quotes/quote'
import type { OrderAgreement } from '#domain/trade/dialogue'
import { evm, wei } from '#domain/units'
import { devAccounts } from '#sandbox/dev-accounts'
import { systemClock } from '#system/clock'
import { type HttpFixture, startHttpFixture, usdc, weth } from '../http/fixture.ts'
import { autoConfirm, createQuoteRequest, createSwapRequest, sandbox } from '../trade/fixture.ts'
import { createRemoteClient } from './client.ts'
import { type LyingService, startLyingService } from './lying-service.ts'

let api: HttpFixture
let service: LyingService
let client: ReturnType<typeof createRemoteClient>
beforeAll(async () => {
  api = await startHttpFixture({ relayer: { account: 'dev9', caps: new Map([[sandbox, wei(10n ** 18n)]]) } })
  service = await startLyingService(() => api.server.url)
  client = createRemoteClient({ rpc: api.app.url, service: service.url })
}, 120_000)
afterAll(async () => {
  await client.close()
  await service.close()
  await api.close()
})

const from = devAccounts[3]?.address ?? evm('0x')
const request = {
  ...createQuoteRequest(evm(usdc), evm(weth), 100_000_000n, { from, to: from }),
  gasless: true as const,
}

// The service chooses the deadline: who believes an earlier one, and swaps again after it, sells twice.
test('the deadline of the agreement is the one that is signed', async () => {
  const late = systemClock.now() + 880
  service.answer((body, path) =>
    path === '/aggregator/quote' ? { ...body, message: { ...body.message, deadline: String(late) } } : body,
  )
  const shown: string[] = []
  const confirmOrder = async (quote: Quote, terms: OrderAgreement): Promise<void> => {
    expect(quote.gasless?.deadline).toBe(late)
    shown.push(...orderTermsLines(quote, terms, { width: 200, paint: plainPaint }))
    throw new Error('declined')
  }
  const trader = await client.parts.trader()
  const swapping = trader.swapGasless(createSwapRequest({ request }, { account: 'dev3' }), {
    ...autoConfirm(),
    confirmOrder,
  })
  await expect(swapping).rejects.toThrow('declined') // not refused: this deadline would be signed
  const line = shown.find((one) => one.includes('Deadline')) ?? ''
  const [, time] = /(\d{4}-\d\d-\d\dT[\d:.]+Z)/.exec(line) ?? []
  expect(time === undefined ? line : parseTime(time)).toBe(late)
}, 120_000)

// A fifth of the sale: our own endpoint shows what gas costs.
test('a fee far above what gas costs is refused before it is asked about', async () => {
  service.answer((body, path) =>
    path === '/aggregator/quote' ? { ...body, message: { ...body.message, swapFee: '200000000' } } : body,
  )
  const dear = {
    ...createQuoteRequest(evm(usdc), evm(weth), 1_000_000_000n, { from, to: from }),
    gasless: true as const,
  }
  const asked: string[] = []
  const trader = await client.parts.trader()
  const swapping = trader.swapGasless(createSwapRequest({ request: dear }, { account: 'dev3' }), {
    ...autoConfirm(),
    confirmOrder: async () => void asked.push('asked'),
  })
  await expect(swapping).rejects.toMatchObject({
    code: 'GAS_ABOVE_LIMIT',
    message: expect.stringContaining('Gas may cost 200 USDC, above the limit of '),
  })
  expect(asked).toEqual([])
}, 120_000)

// A signed approval is one: of a token like DAI it is of everything.
test('without an allowance, --approve never signs no approval', async () => {
  const posted: string[] = []
  service.answer((body, path) => {
    posted.push(path)
    return body
  })
  const agreed: (string | undefined)[] = []
  const confirmOrder = async (_: Quote, terms: OrderAgreement): Promise<void> => void agreed.push(terms.permit)
  const trader = await client.parts.trader()
  const swapping = trader.swapGasless(createSwapRequest({ request }, { account: 'dev3', approve: 'never' }), {
    ...autoConfirm(),
    confirmOrder,
  })
  await expect(swapping).rejects.toMatchObject({ code: 'ESTIMATE_GAS_FAILED', details: { check: 'allowance' } })
  expect(agreed).toEqual([])
  expect(posted).not.toContain('/user-manager/execute-swap')
}, 120_000)
