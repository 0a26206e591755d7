/** Other forms of a swap through a remote service: simulated only, approved by signature, for an exact output. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { transactionOf } from '#domain/journal/swap'
import type { Service } from '#domain/service/service'
import type { SwapRequest, Trader } from '#domain/trade/trader'
import { amount, evm, type Hex, nativeToken, noBytes, quoteId } from '#domain/units'
import { decodeRouterCall, encodeRouterCall } from '#encoding/swap/router-call'
import { getNetworkEntry } from '#networks/find'
import { type HttpFixture, startHttpFixture, stranger, usdc } from '../http/fixture.ts'
import { autoConfirm, createQuoteRequest, createSwapRequest, sandbox, trader0 } from '../trade/fixture.ts'
import { createRemoteClient } from './client.ts'
import { type LyingService, startLyingService } from './lying-service.ts'

const dollar = evm(usdc)
const wrapped = getNetworkEntry(sandbox).wrapped
const ether = 10n ** 18n
let api: HttpFixture
let between: LyingService
let client: ReturnType<typeof createRemoteClient>
let service: Service
let trader: Trader

beforeAll(async () => {
  api = await startHttpFixture()
  between = await startLyingService(() => api.server.url)
  client = createRemoteClient({ rpc: api.app.url, service: between.url })
  service = await client.parts.service()
  trader = await client.parts.trader()
})
afterAll(async () => {
  await client.close()
  await between.close()
  await api.close()
})
afterEach(() => between.answer((body) => body))

const request = createQuoteRequest(nativeToken, dollar, ether / 100n)
const dollars = createQuoteRequest(dollar, wrapped, 1_000_000n)
const guards = createSwapRequest({ request }).guards
const swap = (quote: SwapRequest['quote'], more: Partial<SwapRequest>) =>
  trader.swap(createSwapRequest(quote, more), autoConfirm())
const allowance = async () => {
  const { sell } = await service.quote(dollars)
  return (await trader.balances(sandbox, trader0, [sell]))[0]?.allowance
}

describe('a dry run', () => {
  test('builds, compares and simulates, signs nothing, and consumes only its own quote', async () => {
    const { quote, payload, unsimulated, intent } = await swap({ request }, { dryRun: true })
    expect([unsimulated, intent]).toEqual([undefined, undefined])
    expect(decodeRouterCall(payload?.data ?? noBytes)).toMatchObject({
      amountIn: request.sellAmount,
      recipient: trader0,
    })
    expect((await service.getQuote(quote?.id ?? '')).consumedAt).toBeDefined()
  })

  test('says what the account lacks instead of simulating, if nothing may be assumed', async () => {
    const { payload, unsimulated, simulation } = await swap({ request: dollars }, { dryRun: true, isRealState: true })
    expect(unsimulated).toContain('The router may take 0 USDC')
    expect(payload).toBeDefined()
    expect(simulation).toBeUndefined()
  })

  test('assumes what the account lacks, and simulates over our own endpoint', async () => {
    const { quote, unsimulated, simulation } = await swap({ request: dollars }, { dryRun: true })
    expect(unsimulated).toBeUndefined()
    expect(simulation?.assumed).toMatchObject([{ of: 'allowance', owner: trader0, spender: quote?.router, actual: 0n }])
    expect(simulation?.amountOut).toBeGreaterThanOrEqual(quote?.minimumOut ?? 0n)
  })

  test('of anybody else’s swap asks the service with that sender', async () => {
    const sender = evm('0x1111111111111111111111111111111111111111')
    const of = { ...dollars, from: sender, to: sender }
    const { payload, simulation } = await swap(
      { request: of },
      { account: undefined, dryRun: true, simulatedSender: sender },
    )
    expect(payload?.from).toBe(sender)
    expect(simulation?.assumed.map(({ of, owner }) => [of, owner])).toEqual([
      ['balance', sender],
      ['balance', sender],
      ['allowance', sender],
    ])
  })

  test('of a stored quote is refused before it is consumed', async () => {
    const { id } = await service.quote(request)
    const asked = between.asked.length
    await expect(swap({ id: quoteId(id) }, { dryRun: true })).rejects.toMatchObject({ code: 'SERVICE_CANNOT', exit: 2 })
    expect(between.asked.length).toBe(asked)
    expect((await swap({ id }, {})).intent?.stage).toBe('confirmed')
  })

  test('refuses a payload that does something else', async () => {
    between.answer((body, path) => (path === '/aggregator/transaction' ? { ...body, from: stranger } : body))
    await expect(swap({ request }, { dryRun: true })).rejects.toMatchObject({ code: 'SERVICE_PAYLOAD_MISMATCH' })
  })
})

describe('an approval by signature', () => {
  test('is inserted into the payload here, and never given to the service', async () => {
    const { intent } = await swap({ request: dollars }, { approve: 'permit' })
    expect(intent?.stage).toBe('confirmed')
    expect(intent?.transactions.map(({ step }) => step)).toEqual(['swap'])
    const data = intent && transactionOf(intent, 'swap')?.payload.data
    const { permit } = decodeRouterCall(data ?? noBytes) ?? {}
    expect(permit).toBeDefined()
    expect(await allowance()).toBe(0n)
    expect(between.asked.map(({ path }) => path).join()).not.toContain(String(permit).slice(2, 60))
  })

  test('is not inserted into a payload for another recipient', async () => {
    between.answer((body, path) => {
      const call = path === '/aggregator/transaction' ? decodeRouterCall(body.data as Hex) : undefined
      return call === undefined ? body : { ...body, data: encodeRouterCall({ ...call, recipient: evm(stranger) }) }
    })
    const refused = swap({ request: dollars }, { approve: 'permit' })
    await expect(refused).rejects.toMatchObject({ code: 'SERVICE_PAYLOAD_MISMATCH', exit: 10 })
  })

  test('made by the service is refused', async () => {
    const local = await api.app.components.trader()
    const own = await local.swap(createSwapRequest({ request: dollars }, { approve: 'permit' }), autoConfirm())
    const data = own.intent && transactionOf(own.intent, 'swap')?.payload.data
    const { permit = noBytes } = decodeRouterCall(data ?? noBytes) ?? {}
    between.answer((body, path) => {
      const call = path === '/aggregator/transaction' ? decodeRouterCall(body.data as Hex) : undefined
      return call === undefined ? body : { ...body, data: encodeRouterCall({ ...call, permit }) }
    })
    const refused = swap({ request: dollars }, { approve: 'exact' })
    await expect(refused).rejects.toMatchObject({ code: 'SERVICE_PAYLOAD_MISMATCH', exit: 10 })
  })
})

describe('an exact output', () => {
  const { sellAmount: _, ...terms } = request
  const wanted = { ...terms, buyAmount: amount(5_000_000n) }

  test('is quoted as the service finds it, with the minimum computed here', async () => {
    const quote = await service.quote(wanted)
    expect(quote.request).toMatchObject({ buyAmount: wanted.buyAmount })
    expect(quote.route.amountOut).toBeGreaterThanOrEqual(wanted.buyAmount)
    expect(quote.minimumOut).toBe(4_975_000n)
    const { sellAmount } = quote.request
    expect(quote.request.sellAmount).toBe(
      (await api.app.components.service().then((one) => one.quote(wanted))).request.sellAmount,
    )
    const { intent } = await swap({ id: quote.id }, { guards: { ...guards, maximumIn: sellAmount } })
    expect(intent?.trade).toMatchObject({ sellAmount })
    expect(intent?.trade?.bought).toBeGreaterThanOrEqual(quote.minimumOut)
  })

  test('is swapped only below a limit of the user’s', async () => {
    const { id, request: answered } = await service.quote(wanted)
    await expect(swap({ id }, {})).rejects.toMatchObject({
      code: 'SERVICE_CANNOT',
      exit: 2,
      row: { fix: expect.any(Function) },
    })
    const less = amount(answered.sellAmount - 1n)
    const refused = swap({ id }, { guards: { ...guards, maximumIn: less } })
    await expect(refused).rejects.toMatchObject({ code: 'ABOVE_MAX_IN', exit: 10 })
  })

  test.each([
    ['less than was requested', { amountOut: '4999999' }],
    ['nothing to sell', { sellAmount: '0' }],
    ['more to sell than there can be', { sellAmount: String(1n << 128n) }],
    ['no amount to sell', { sellAmount: undefined }],
  ])('is refused with %s', async (_, change) => {
    between.answer((body, path) => (path === '/aggregator/quote' ? { ...body, ...change } : body))
    await expect(service.quote(wanted)).rejects.toMatchObject({ code: 'SERVICE_ANSWER_NOT_VALID' })
  })
})
