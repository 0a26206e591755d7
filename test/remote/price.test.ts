/** Limits of a service's quote: its price compared with our own market view, its minimum, its lifetime, its length. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { transactionOf } from '#domain/journal/swap'
import type { Service } from '#domain/service/service'
import type { SwapTerms } from '#domain/trade/dialogue'
import type { SwapRequest, Trader } from '#domain/trade/trader'
import { amount, evm, nativeToken, noBytes, ppm } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { decodeRoute } from '#encoding/swap/route-bytes'
import { decodeRouterCall } from '#encoding/swap/router-call'
import { createServiceClient } from '#remote/service-client'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import { type HttpFixture, startHttpFixture, usdc } from '../http/fixture.ts'
import { autoConfirm, createComponents, createQuoteRequest, createSwapRequest, sandbox } from '../trade/fixture.ts'
import { createRemoteClient } from './client.ts'
import { type LyingService, startLyingService } from './lying-service.ts'

const dollar = evm(usdc)
const ether = 10n ** 18n
let api: HttpFixture
let between: LyingService
let proxy: FaultProxy
let client: ReturnType<typeof createRemoteClient>
let service: Service
let trader: Trader

beforeAll(async () => {
  api = await startHttpFixture()
  between = await startLyingService(() => api.server.url)
  proxy = await startProxy(api.app.url)
  client = createRemoteClient({ rpc: proxy.url, service: between.url })
  service = await client.parts.service()
  trader = await client.parts.trader()
})
afterAll(async () => {
  await client.close()
  await proxy.close()
  await between.close()
  await api.close()
})
afterEach(() => {
  between.answer((body) => body)
  proxy.rules([])
})

const request = createQuoteRequest(nativeToken, dollar, ether / 100n)
const large = createQuoteRequest(nativeToken, dollar, 1_000n * ether)
const guards = createSwapRequest({ request }).guards
const sends = () => proxy.posts.flat().filter((method) => method === 'eth_sendRawTransaction').length

/** The failure of a swap that sent nothing. */
async function refusal(quote: SwapRequest['quote'], more: Partial<SwapRequest> = {}, dialogue = autoConfirm()) {
  const before = sends()
  const failure = await trader.swap(createSwapRequest(quote, more), dialogue).catch((error: unknown) => error)
  expect(sends()).toBe(before)
  return failure
}

interface Said {
  readonly amountOut: string
}

const saying = (change: (body: Said) => object) =>
  between.answer((body, path) => (path === '/aggregator/quote' ? { ...body, ...change(body) } : body))
const part = (percent: bigint) => (body: Said) => ({
  amountOut: String((BigInt(body.amountOut) * percent) / 100n),
})

describe('a service’s price', () => {
  test.each([1n, 96n])('of %s hundredths of the market is refused', async (percent) => {
    saying(part(percent))
    expect(await refusal({ request })).toMatchObject({ code: 'PRICE_FAR_FROM_MARKET', exit: 10 })
    const sold = createQuoteRequest(dollar, nativeToken, 1_000_000n)
    expect(await refusal({ request: sold })).toMatchObject({ code: 'PRICE_FAR_FROM_MARKET', exit: 10 })
  })

  test('is accepted up to the user’s impact limit', async () => {
    saying(part(98n))
    const { intent } = await trader.swap(createSwapRequest({ request }), autoConfirm())
    expect(intent?.stage).toBe('confirmed')
    const strict = { guards: { ...guards, maxImpact: ppm(10_000) } }
    expect(await refusal({ request }, strict)).toMatchObject({ code: 'PRICE_FAR_FROM_MARKET', exit: 10 })
    saying(part(96n))
    const wide = { guards: { ...guards, maxImpact: ppm(50_000) } }
    expect((await trader.swap(createSwapRequest({ request }, wide), autoConfirm())).intent?.stage).toBe('confirmed')
  })

  test.each<[string, () => object]>([
    ['as it is', () => ({})],
    ['left out', () => ({ priceImpact: undefined })],
    ['null', () => ({ priceImpact: null })],
    ['said to be nothing', () => ({ priceImpact: '0' })],
  ])('its impact, %s, is the one of our own quote', async (_, change) => {
    saying(change)
    expect(await refusal({ request: large })).toMatchObject({ code: 'PRICE_IMPACT_TOO_HIGH', exit: 10 })
  })

  test('counts as promised: the input for an exact output is not paid a hundredfold', async () => {
    const { sellAmount, ...terms } = request
    const wanted = { ...terms, buyAmount: amount(5_000_000n) }
    saying(() => ({ sellAmount: String(ether), amountOut: String(2_480_000_000n) }))
    const { id } = await service.quote(wanted)
    const limit = { guards: { ...guards, maximumIn: amount(ether) } }
    expect(await refusal({ id }, limit)).toMatchObject({ code: 'PRICE_FAR_FROM_MARKET', exit: 10 })
    expect(sellAmount).toBe(ether / 100n)
  })

  test('is also compared with ours if its quote is stored and swapped without the service', async () => {
    saying(part(50n))
    const { id } = await service.quote(request)
    const local = createComponents(client.state, proxy.url, 'cancun')
    const before = sends()
    const swap = (await local.trader()).swap(createSwapRequest({ id }), autoConfirm())
    await expect(swap).rejects.toMatchObject({ code: 'PRICE_FAR_FROM_MARKET', exit: 10 })
    expect(sends()).toBe(before)
    await local.close()
  })

  test('that cannot be compared needs the user’s own minimum', async () => {
    const blind = [{ method: 'eth_call', fault: { kind: 'error', code: -32603, message: 'no' } as const }]
    proxy.rules(blind)
    const failure = await refusal({ request })
    expect(failure).toMatchObject({ code: 'PRICE_UNCHECKED', exit: 10, context: { why: expect.any(String) } })

    proxy.rules(blind)
    const sighted = { ...autoConfirm(), confirmRisks: async () => proxy.rules([]) }
    const quoted = await (await api.app.components.service()).quote(request)
    const limited = { guards: { ...guards, minimumOut: amount((quoted.minimumOut * 99n) / 100n) } }
    expect((await trader.swap(createSwapRequest({ request }, limited), sighted)).intent?.stage).toBe('confirmed')

    saying(part(50n))
    proxy.rules(blind)
    expect(await refusal({ request }, limited)).toMatchObject({ code: 'BELOW_MIN_OUT', exit: 10 })
  })

  test('keeps the displayed quote as the last one', async () => {
    await refusal({ request }, { guards: { ...guards, minimumOut: amount(10n ** 12n) } })
    const last = (await service.getQuote('last')).quote
    expect(last.router).toBe(getRouter({ router: 'cancun' }).address)
    expect(last.block.hash).toBe('0x') // the service's, not the one it was compared with
  })
})

test('a stored service quote swapped without the service still pays through the router', async () => {
  const { id } = await service.quote(request)
  const local = createComponents(client.state, api.app.url, 'cancun')
  const { intent } = await (await local.trader()).swap(createSwapRequest({ id }), autoConfirm())
  await local.close()
  expect(intent?.stage).toBe('confirmed')
  const call = decodeRouterCall((intent && transactionOf(intent, 'swap')?.payload.data) ?? noBytes)
  expect(decodeRoute(call?.route ?? noBytes, true)?.throughRouter).toBe(true)
})

test('dollars and gas in the prompt are ours, not the service’s', async () => {
  const terms: SwapTerms[] = []
  const noting = { ...autoConfirm(), confirmSwap: async (_: unknown, shown: SwapTerms) => void terms.push(shown) }
  saying(() => ({ fees: [{ type: 'gas', amount: '1', value: '1000000' }], fromAmountUsd: '0.01', toAmountUsd: '0.01' }))
  expect((await trader.swap(createSwapRequest({ request }), noting)).intent?.stage).toBe('confirmed')
  expect(terms[0]?.nativeUsd).toBeGreaterThan(2_000)
  expect(terms[0]?.nativeUsd).toBeLessThan(3_000)
  expect(terms[0]?.expectedGasCost).toBeGreaterThan(10n ** 12n)
  expect(terms[0]?.maxGasCost).toBe(10n ** 16n)
})

test('the minimum is computed here, whatever the service says it is', async () => {
  saying(() => ({ amountOutMin: '1' }))
  const { id, route, minimumOut } = await service.quote(request)
  expect(minimumOut).toBe((route.amountOut * 995n) / 1_000n)
  const { intent } = await trader.swap(createSwapRequest({ id }), autoConfirm())
  const call = decodeRouterCall((intent && transactionOf(intent, 'swap')?.payload.data) ?? noBytes)
  expect(call?.minimumOut).toBe(minimumOut)
})

test('the minimum is never zero: half of one unit is one', async () => {
  saying(() => ({ amountOut: '1' }))
  expect((await service.quote({ ...request, slippage: ppm(500_000) })).minimumOut).toBe(1n)
})

describe('a service’s quote expires by the local clock', () => {
  const iso = (seconds: number) => new Date(Math.floor(Date.now() / 1000 + seconds) * 1000).toISOString()
  const now = () => Math.floor(Date.now() / 1000)

  test('after five minutes at most', async () => {
    saying(() => ({ expiresAt: '2099-01-01T00:00:00.000Z' }))
    const { createdAt, expiresAt } = await service.quote(request)
    expect(createdAt).toBeLessThanOrEqual(now())
    expect(expiresAt).toBeLessThanOrEqual(now() + 300)
    expect(expiresAt).toBeGreaterThan(now() + 290)
  })

  test('from its arrival if the service’s clock is ahead, and sooner if it says so', async () => {
    saying(() => ({ createdAt: iso(200), expiresAt: iso(500) }))
    const ahead = await service.quote(request)
    expect(ahead.createdAt).toBeLessThanOrEqual(now())
    expect(ahead.expiresAt).toBeLessThanOrEqual(now() + 300)
    saying(() => ({ expiresAt: iso(30) }))
    expect((await service.quote(request)).expiresAt).toBeLessThanOrEqual(now() + 30)
  })

  test.each([
    ['made in 2099', () => ({ createdAt: '2099-01-01T00:00:00.000Z', expiresAt: '2099-01-01T00:05:00.000Z' })],
    ['made an hour from now', () => ({ createdAt: iso(3_600), expiresAt: iso(3_900) })],
    ['made an hour ago', () => ({ createdAt: iso(-3_600), expiresAt: iso(300) })],
    ['dead already', () => ({ createdAt: iso(-200), expiresAt: iso(-1) })],
    ['that dies before it is made', () => ({ createdAt: iso(100), expiresAt: iso(90) })],
  ])('and none %s is accepted', async (_, change) => {
    saying(change)
    await expect(service.quote(request)).rejects.toMatchObject({ code: 'SERVICE_ANSWER_NOT_VALID', exit: 5 })
  })
})

test('an endless answer is cut off, not read to its end', async () => {
  let written = 0
  function* blanks() {
    for (; written < 400_000_000; written += 500_000) yield ' '.repeat(500_000)
  }
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    Readable.from(blanks()).pipe(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = createServiceClient({ url, apiKey: undefined })
  const asked = ask({ path: '/aggregator/quote', parameters: {}, about: { network: sandbox } }, (body) => body)
  await expect(asked).rejects.toMatchObject({ code: 'SERVICE_ANSWER_NOT_VALID', details: { reason: 'it is too long' } })
  expect(written).toBeLessThan(40_000_000)
  server.closeAllConnections()
  server.close()
})
