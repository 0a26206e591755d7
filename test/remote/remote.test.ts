/** The command line's parts with a service elsewhere: the real server, and one in between that lies. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Service } from '#domain/service'
import { transactionOf } from '#domain/swap'
import type { Trader } from '#domain/trader'
import { type Address, evm, type Hex, nativeToken, wei } from '#domain/units'
import { routerOn } from '#encoding/router'
import { decodeRouterCall, encodeRouterCall } from '#encoding/router-call'
import { entryOf } from '#networks/find'
import { type Serving, serving, stranger, usdc, weth } from '../http/house.ts'
import { agreeable, asking, partsOn, sandbox, swapping, trader0 } from '../trade/house.ts'
import { clientOf } from './client.ts'
import { type LyingService, lyingService } from './lying-service.ts'

const ether = 10n ** 18n
const dollar = evm(usdc)
const foreign = routerOn({ router: 'storage' }).address
let api: Serving
let between: LyingService
let client: ReturnType<typeof clientOf>
let service: Service
let trader: Trader

beforeAll(async () => {
  api = await serving()
  between = await lyingService(() => api.server.url)
  client = clientOf({ rpc: api.house.url, service: between.url })
  service = await client.parts.service()
  trader = await client.parts.trader()
  const other = partsOn(api.house.state, api.house.url, 'storage')
  await (await other.trader()).deployRouter(sandbox, 'dev0', agreeable())
  await other.close()
})
afterAll(async () => {
  await client.close()
  await between.close()
  await api.close()
})
afterEach(() => between.answer((body) => body))

const request = asking(nativeToken, dollar, ether / 100n)
const sold = asking(dollar, evm(weth), 1_000_000n)
const sent = async () => {
  const [holding] = await trader.balances(sandbox, trader0, [(await service.quote(request)).sell])
  return holding?.amount
}

describe('an honest service', () => {
  test('quotes what it would quote by itself', async () => {
    const quote = await service.quote(request)
    const theirs = await (await api.house.parts.service()).stored(quote.id)
    expect(quote.route.amountOut).toBe(theirs.quote.route.amountOut)
    expect(quote.minimumOut).toBe(theirs.quote.minimumOut)
    expect(quote.route.legs.map(({ pool, share32 }) => [pool.address, share32])).toEqual(
      theirs.quote.route.legs.map(({ pool, share32 }) => [pool.address, share32]),
    )
    expect(quote.route.paths.map(({ amountIn, amountOut }) => [amountIn, amountOut])).toEqual(
      theirs.quote.route.paths.map(({ amountIn, amountOut }) => [amountIn, amountOut]),
    )
    expect(quote.expiresAt).toBe(theirs.quote.expiresAt)
    expect((await service.stored('last')).quote).toStrictEqual(quote)
  })

  test('is swapped by, and finds the swap on the chain without a word from us', async () => {
    const { intent, quote } = await trader.swap(swapping({ request }), agreeable())
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

  test('is approved for exactly what is sold', async () => {
    const { intent } = await trader.swap(swapping({ request: sold }), agreeable())
    expect(intent?.transactions.map(({ step, stage }) => [step, stage])).toEqual([
      ['approve', 'confirmed'],
      ['swap', 'confirmed'],
    ])
    const hash = intent && transactionOf(intent, 'swap')?.hash
    const { body } = await api.get('/user-manager/swap', { transactionHash: hash, network: 'sandbox' })
    expect(body).toMatchObject({ status: 'success', amountOut: String(intent?.trade?.bought) })
  })

  test('says which networks it serves', async () => {
    const told = await service.networks()
    expect(told.find(({ listing }) => listing.name === 'sandbox')?.state).toBe('ready')
    expect(told.find(({ listing }) => listing.name === 'solana')?.state).toBe('planned')
  })

  test('gets its key in the header, where there is one, and never in the address', async () => {
    const { text } = api.key
    const keyed = clientOf({ rpc: api.house.url, service: api.server.authUrl, apiKey: text })
    const spied = clientOf({ rpc: api.house.url, service: between.url, apiKey: text })
    await expect((await keyed.parts.service()).quote(request)).resolves.toBeDefined()
    await (await spied.parts.service()).quote(request)
    expect(between.asked.at(-1)?.headers['apikey']).toBe(text)
    expect(between.asked.map(({ path }) => path).join()).not.toContain(text.slice(-43))
    await keyed.close()
    await spied.close()
  })
})

describe('what a service refuses is the same failure here', () => {
  const failing = async (work: () => Promise<unknown>) => work().catch((error: unknown) => error)

  test.each([
    ['SAME_TOKEN', { sell: dollar, buy: dollar }, 2],
    ['LIQUIDITY_SOURCE_NOT_VALID', { include: ['nowhere-v9'] }, 6],
    ['NO_ROUTE', { exclude: entryOf('sandbox').venues.map(({ name }) => name) }, 7],
  ])('%s', async (code, more, exit) => {
    const failure = await failing(() => service.quote({ ...request, ...more }))
    expect(failure).toMatchObject({ code, exit })
  })

  test('a quote that was used up elsewhere', async () => {
    const { id } = await service.quote(request)
    await (await api.house.parts.service()).transaction({ quoteId: id, estimateGas: true, deadlineSeconds: 300 })
    const failure = await failing(() => trader.swap(swapping({ id }), agreeable()))
    expect(failure).toMatchObject({ code: 'QUOTE_CONSUMED', exit: 8 })
  })

  test.each([
    ['no key', undefined, 'none is given'],
    ['a wrong one', `sk_aaaaaaaa_${'A'.repeat(43)}`, 'does not accept'],
  ])('%s', async (_, apiKey, words) => {
    const other = clientOf({ rpc: api.house.url, service: api.server.authUrl, ...(apiKey ? { apiKey } : {}) })
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
    between.say(status, text, headers)
    expect(await failing(() => service.quote(request))).toMatchObject({ code, exit: 5 })
  })

  test('somewhere else: nobody is followed there with a key', async () => {
    between.say(302, '', { location: `${between.url}/elsewhere` })
    expect(await failing(() => service.quote(request))).toMatchObject({ code: 'SERVICE_UNREACHABLE', exit: 5 })
    expect(between.asked.filter(({ path }) => path.startsWith('/elsewhere'))).toEqual([])
  })

  test('nobody there', async () => {
    const other = clientOf({ rpc: api.house.url, service: 'http://127.0.0.1:1' })
    const failure = await failing(async () => (await other.parts.service()).quote(request))
    expect(failure).toMatchObject({ code: 'SERVICE_UNREACHABLE', exit: 5 })
    await other.close()
  })
})

type Transaction = Record<'to' | 'from' | 'value' | 'data', string> & { chainId: number; gasLimit: string }

/** Changes the payload's own words, as our encoder would have written them. */
const rewritten =
  (change: (call: NonNullable<ReturnType<typeof decodeRouterCall>>) => object) => (body: Transaction) => {
    const call = decodeRouterCall(body.data as Hex)
    if (call === undefined) throw new Error('not a call of our router')
    return { ...body, data: encodeRouterCall({ ...call, ...change(call) }) }
  }

const thief = evm(stranger)
const lies: readonly (readonly [string, (body: Transaction) => object])[] = [
  ['to another contract', (body) => ({ ...body, to: foreign })],
  ['from another account', (body) => ({ ...body, from: stranger })],
  ['on another chain', (body) => ({ ...body, chainId: 1 })],
  ['with more value', (body) => ({ ...body, value: String(BigInt(body.value) + 1n) })],
  ['without value', (body) => ({ ...body, value: '0' })],
  ['with gas beyond any block', (body) => ({ ...body, gasLimit: '16777217' })],
  ['with another selector', (body) => ({ ...body, data: `0xdeadbeef${body.data.slice(10)}` })],
  ['with a byte more', (body) => ({ ...body, data: `${body.data}00` })],
  ['without data', (body) => ({ ...body, data: '0x' })],
  ['for another recipient', rewritten(() => ({ recipient: thief }))],
  ['for less', rewritten(({ minimumOut }) => ({ minimumOut: minimumOut - 1n }))],
  ['for one unit', rewritten(() => ({ minimumOut: 1n }))],
  ['selling more', rewritten(({ amountIn }) => ({ amountIn: amountIn + 1n }))],
  ['buying something else', rewritten(() => ({ tokenOut: evm(weth) }))],
  ['void at once', rewritten(() => ({ deadline: 1 }))],
  ['good for ever', rewritten(({ deadline }) => ({ deadline: deadline + 86_400 }))],
  ['with a fee for somebody', rewritten(() => ({ affiliate: { address: thief, fee: 100_000 } }))],
]

describe('a service that lies about a payload is refused before anything is signed', () => {
  test.each(lies)('%s', async (_, lie) => {
    const before = await sent()
    between.answer((body, path) => (path === '/aggregator/transaction' ? lie(body) : body))
    const failure = await trader.swap(swapping({ request }), agreeable()).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'SERVICE_PAYLOAD_MISMATCH', exit: 10 })
    expect(await sent()).toBe(before)
  })

  test('what it wants for gas is not looked at: gas is what the user’s own endpoint says', async () => {
    between.answer((body, path) =>
      path === '/aggregator/transaction'
        ? { ...body, gasLimit: '21000', maxFeePerGas: String(10n ** 15n), maxPriorityFeePerGas: String(10n ** 15n) }
        : body,
    )
    const { intent } = await trader.swap(swapping({ request }), agreeable())
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
  /** The service of somebody who has a router of their own. */
  const theirs = (change: (body: Transaction) => object = (body) => body) =>
    between.answer((body, path) => {
      if (path === '/aggregator/quote') return { ...body, targetAddress: foreign }
      return path === '/aggregator/transaction' ? change({ ...body, to: foreign }) : body
    })
  const trusting = (of: typeof request, trustedRouter: Address = foreign) =>
    trader.swap(swapping({ request: of }, { trustedRouter }), agreeable())

  test('is refused unless it is trusted by name', async () => {
    theirs()
    const untrusting = trader.swap(swapping({ request }), agreeable())
    await expect(untrusting).rejects.toMatchObject({ code: 'ROUTER_NOT_TRUSTED', exit: 10 })
    await expect(trusting(request, thief)).rejects.toMatchObject({ code: 'ROUTER_NOT_TRUSTED', exit: 10 })
  })

  test('is refused where there is no code', async () => {
    between.answer((body, path) => (path === '/aggregator/quote' ? { ...body, targetAddress: thief } : body))
    await expect(trusting(request, thief)).rejects.toMatchObject({ code: 'ROUTER_NOT_TRUSTED' })
  })

  test('swaps once it is trusted and does what was asked', async () => {
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
    await expect(trusting(request)).rejects.toMatchObject({ code: 'REHEARSAL_FAILED', exit: 10 })
    expect(await sent()).toBe(before)
  })

  test.each(['max', 'permit'] as const)('is never approved by %s', async (approve) => {
    theirs()
    const swap = trader.swap(swapping({ request: sold }, { trustedRouter: foreign, approve }), agreeable())
    await expect(swap).rejects.toMatchObject({ code: 'USAGE', exit: 2 })
  })
})
