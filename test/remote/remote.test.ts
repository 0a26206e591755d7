/** The command line's components with a remote service: the real server, and a lying proxy before it. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { transactionOf } from '#domain/journal/swap'
import type { Service } from '#domain/service/service'
import type { Trader } from '#domain/trade/trader'
import { type Address, evm, nativeToken, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'
import { type HttpFixture, startHttpFixture, usdc, weth } from '../http/fixture.ts'
import {
  autoConfirm,
  createComponents,
  createQuoteRequest,
  createSwapRequest,
  sandbox,
  trader0,
} from '../trade/fixture.ts'
import { createRemoteClient } from './client.ts'
import { type LyingService, startLyingService } from './lying-service.ts'
import { payloadLies, reroute, rewritten, type Transaction, thief } from './payload-lies.ts'

const ether = 10n ** 18n
const dollar = evm(usdc)
const foreign = getRouter({ router: 'storage' }).address
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
  const other = createComponents(api.app.state, api.app.url, 'storage')
  await (await other.trader()).deployRouter(sandbox, 'dev0', autoConfirm())
  await other.close()
})
afterAll(async () => {
  await client.close()
  await between.close()
  await api.close()
})
afterEach(() => between.answer((body) => body))

const request = createQuoteRequest(nativeToken, dollar, ether / 100n)
const sold = createQuoteRequest(dollar, evm(weth), 1_000_000n)
const sent = async () => {
  const [holding] = await trader.balances(sandbox, trader0, [(await service.quote(request)).sell])
  return holding?.amount
}

describe('an honest service', () => {
  test('quotes what it would quote by itself', async () => {
    const quote = await service.quote(request)
    const theirs = await (await api.app.components.service()).getQuote(quote.id)
    expect(quote.route.amountOut).toBe(theirs.quote.route.amountOut)
    expect(quote.minimumOut).toBe(theirs.quote.minimumOut)
    expect(quote.route.legs.map(({ pool, share32 }) => [pool.address, share32])).toEqual(
      theirs.quote.route.legs.map(({ pool, share32 }) => [pool.address, share32]),
    )
    expect(quote.route.paths.map(({ amountIn, amountOut }) => [amountIn, amountOut])).toEqual(
      theirs.quote.route.paths.map(({ amountIn, amountOut }) => [amountIn, amountOut]),
    )
    expect(quote.expiresAt).toBe(theirs.quote.expiresAt)
    expect((await service.getQuote('last')).quote).toStrictEqual(quote)
  })

  test('is swapped by, and finds the swap on the chain without a report from us', async () => {
    const { intent, quote } = await trader.swap(createSwapRequest({ request }), autoConfirm())
    expect(intent?.stage).toBe('confirmed')
    expect(intent?.trade?.bought).toBeGreaterThanOrEqual(quote?.minimumOut ?? 0n)
    const { body } = await api.get('/user-manager/swap', { quoteId: quote?.id })
    expect(body).toMatchObject({
      quoteId: quote?.id,
      status: 'success',
      transactionHash: intent && transactionOf(intent, 'swap')?.hash,
      amountOut: String(intent?.trade?.bought),
      sellAmount: String(request.sellAmount),
    })
    const counts = await api.get('/user-manager/status-counts', { walletAddress: trader0, network: 'sandbox' })
    expect(counts.body).toMatchObject({ success: 1, pending: 0, error: 0 })
  })

  test('is approved for exactly the amount sold', async () => {
    const { intent } = await trader.swap(createSwapRequest({ request: sold }), autoConfirm())
    expect(intent?.transactions.map(({ step, stage }) => [step, stage])).toEqual([
      ['approve', 'confirmed'],
      ['swap', 'confirmed'],
    ])
    const hash = intent && transactionOf(intent, 'swap')?.hash
    const { body } = await api.get('/user-manager/swap', { transactionHash: hash, network: 'sandbox' })
    expect(body).toMatchObject({ status: 'success', amountOut: String(intent?.trade?.bought) })
  })

  test('says which networks it serves', async () => {
    const told = await service.listNetworks()
    expect(told.find(({ listing }) => listing.name === 'sandbox')?.state).toBe('ready')
    expect(told.find(({ listing }) => listing.name === 'solana')?.state).toBe('planned')
  })

  test('gets its key in the header, if there is one, and never in the URL', async () => {
    const { text } = api.key
    const keyed = createRemoteClient({ rpc: api.app.url, service: api.server.authUrl, apiKey: text })
    const spied = createRemoteClient({ rpc: api.app.url, service: between.url, apiKey: text })
    await expect((await keyed.parts.service()).quote(request)).resolves.toBeDefined()
    await (await spied.parts.service()).quote(request)
    expect(between.asked.at(-1)?.headers['apikey']).toBe(text)
    expect(between.asked.map(({ path }) => path).join()).not.toContain(text.slice(-43))
    await keyed.close()
    await spied.close()
  })
})

describe('a service’s refusal is the same failure here', () => {
  const failing = async (work: () => Promise<unknown>) => work().catch((error: unknown) => error)

  test.each([
    ['SAME_TOKEN', { sell: dollar, buy: dollar }, 2],
    ['LIQUIDITY_SOURCE_NOT_VALID', { include: ['nowhere-v9'] }, 6],
    ['NO_ROUTE', { exclude: getNetworkEntry('sandbox').venues.map(({ name }) => name) }, 7],
  ])('%s', async (code, more, exit) => {
    const failure = await failing(() => service.quote({ ...request, ...more }))
    expect(failure).toMatchObject({ code, exit })
  })

  test('a quote that was consumed elsewhere', async () => {
    const { id } = await service.quote(request)
    await (await api.app.components.service()).buildPayload({ quoteId: id, estimateGas: true, deadlineSeconds: 300 })
    const failure = await failing(() => trader.swap(createSwapRequest({ id }), autoConfirm()))
    expect(failure).toMatchObject({ code: 'QUOTE_CONSUMED', exit: 8 })
  })

  test.each([
    ['no key', undefined, 'none is given'],
    ['a wrong one', `sk_aaaaaaaa_${'A'.repeat(43)}`, 'does not accept'],
  ])('%s', async (_, apiKey, words) => {
    const other = createRemoteClient({ rpc: api.app.url, service: api.server.authUrl, ...(apiKey ? { apiKey } : {}) })
    const failure = await failing(async () => (await other.parts.service()).quote(request))
    expect(failure).toMatchObject({ code: 'SERVICE_KEY_REFUSED', exit: 4, message: expect.stringContaining(words) })
    expect(String(failure)).not.toContain('AAAA')
    await other.close()
  })

  test.each([
    ['no JSON', 200, 'hello', {}, 'SERVICE_ANSWER_NOT_VALID'],
    ['an empty object', 200, '{}', {}, 'SERVICE_ANSWER_NOT_VALID'],
    ['far too much', 200, `"${'x'.repeat(5_000_000)}"`, {}, 'SERVICE_ANSWER_NOT_VALID'],
    ['words nobody knows', 418, '{"error":"__proto__","message":"tea"}', {}, 'SERVICE_REFUSED'],
    ['its own trouble', 500, '{"error":"INTERNAL","message":"no"}', {}, 'SERVICE_UNREACHABLE'],
    ['too often', 429, '{"error":"RATE_LIMITED","details":[{"retryAfter":3}]}', {}, 'RATE_LIMITED'],
  ])('%s', async (_, status, text, headers, code) => {
    between.respondWith(status, text, headers)
    expect(await failing(() => service.quote(request))).toMatchObject({ code, exit: 5 })
  })

  test('a redirect is never followed with a key', async () => {
    between.respondWith(302, '', { location: `${between.url}/elsewhere` })
    expect(await failing(() => service.quote(request))).toMatchObject({ code: 'SERVICE_UNREACHABLE', exit: 5 })
    expect(between.asked.filter(({ path }) => path.startsWith('/elsewhere'))).toEqual([])
  })

  test('an unreachable service', async () => {
    const other = createRemoteClient({ rpc: api.app.url, service: 'http://127.0.0.1:1' })
    const failure = await failing(async () => (await other.parts.service()).quote(request))
    expect(failure).toMatchObject({ code: 'SERVICE_UNREACHABLE', exit: 5 })
    await other.close()
  })
})

describe('a service that lies about a payload is refused before anything is signed', () => {
  test.each(payloadLies)('%s', async (_, lie) => {
    const before = await sent()
    between.answer((body, path) => (path === '/aggregator/transaction' ? lie(body) : body))
    const failure = await trader.swap(createSwapRequest({ request }), autoConfirm()).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'SERVICE_PAYLOAD_MISMATCH', exit: 10 })
    expect(await sent()).toBe(before)
  })

  test('a payload that lets its pools pay the recipient, in words', async () => {
    const lie = reroute((route) => ({ ...route, throughRouter: false }))
    between.answer((body, path) => (path === '/aggregator/transaction' ? lie(body) : body))
    await expect(trader.swap(createSwapRequest({ request }), autoConfirm())).rejects.toThrow(
      "The service's payload does not do what was asked: delivery is straight to the recipient, not through the router.",
    )
  })

  test('its gas is ignored: gas comes from the user’s own endpoint', async () => {
    between.answer((body, path) =>
      path === '/aggregator/transaction'
        ? { ...body, gasLimit: '21000', maxFeePerGas: String(10n ** 15n), maxPriorityFeePerGas: String(10n ** 15n) }
        : body,
    )
    const { intent } = await trader.swap(createSwapRequest({ request }), autoConfirm())
    const payload = intent && transactionOf(intent, 'swap')?.payload
    expect(intent?.stage).toBe('confirmed')
    expect(payload?.gasLimit).toBeGreaterThan(100_000n)
    expect(payload?.fees).toMatchObject({ type: 2 })
    expect(payload?.fees.type === 2 ? payload.fees.maxFeePerGas : wei(0n)).toBeLessThan(10n ** 13n)
  })

  test.each([
    ['another id', { id: randomUUID().replace(/^./, 'x') }],
    ['no amount', { amountOut: '0' }],
    ['an amount beyond 256 bits', { amountOut: String(2n ** 256n) }],
    ['another network', { network: 'base' }],
    ['another sold amount', { sellAmount: '1' }],
    ['a time that is none', { expiresAt: 'tomorrow' }],
    ['a router that is none', { targetAddress: '0x12' }],
  ])('a quote with %s', async (_, change) => {
    between.answer((body, path) => (path === '/aggregator/quote' ? { ...body, ...change } : body))
    await expect(service.quote(request)).rejects.toMatchObject({ code: 'SERVICE_ANSWER_NOT_VALID', exit: 5 })
  })
})

describe('a router that is not ours', () => {
  /** A service with a foreign router. */
  const theirs = (change: (body: Transaction) => object = (body) => body) =>
    between.answer((body, path) => {
      if (path === '/aggregator/quote') return { ...body, targetAddress: foreign }
      return path === '/aggregator/transaction' ? change({ ...body, to: foreign }) : body
    })
  const trusting = (of: typeof request, trustedRouter: Address = foreign) =>
    trader.swap(createSwapRequest({ request: of }, { trustedRouter }), autoConfirm())

  test('is refused unless it is trusted by name', async () => {
    theirs()
    const untrusting = trader.swap(createSwapRequest({ request }), autoConfirm())
    await expect(untrusting).rejects.toMatchObject({ code: 'ROUTER_NOT_TRUSTED', exit: 10 })
    await expect(trusting(request, thief)).rejects.toMatchObject({ code: 'ROUTER_NOT_TRUSTED', exit: 10 })
  })

  test('is refused without code', async () => {
    between.answer((body, path) => (path === '/aggregator/quote' ? { ...body, targetAddress: thief } : body))
    await expect(trusting(request, thief)).rejects.toMatchObject({ code: 'ROUTER_NOT_TRUSTED' })
  })

  test('swaps once it is trusted and does what was requested', async () => {
    theirs()
    const { intent } = await trusting(request)
    expect(intent?.stage).toBe('confirmed')
    expect(intent && transactionOf(intent, 'swap')?.payload.to).toBe(foreign)
  })

  test.each([
    ['for another recipient', rewritten(() => ({ recipient: thief }))],
    ['that reverts', (body: Transaction) => ({ ...body, data: '0xdeadbeef' })],
  ])('is refused %s', async (_, change) => {
    theirs(change)
    const before = await sent()
    await expect(trusting(request)).rejects.toMatchObject({ code: 'SIMULATION_FAILED', exit: 10 })
    expect(await sent()).toBe(before)
  })

  test.each(['max', 'permit'] as const)('is never approved by %s', async (approve) => {
    theirs()
    const swap = trader.swap(createSwapRequest({ request: sold }, { trustedRouter: foreign, approve }), autoConfirm())
    await expect(swap).rejects.toMatchObject({ code: 'USAGE', exit: 2 })
  })
})
