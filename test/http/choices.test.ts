/** Decisions about what the public description leaves open. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { networkName, ppm } from '#domain/units'
import { decodeRouterCall } from '#encoding/swap/router-call'
import {
  type Client,
  defaultQuery,
  type HttpFixture,
  native,
  type Parameters,
  startHttpFixture,
  stranger,
  trader,
  usdc,
  weth,
} from './fixture.ts'

let api: HttpFixture
beforeAll(async () => {
  api = await startHttpFixture()
})
afterAll(() => api.close())

const codeOf = async (more: Parameters, client: Client = api) => (await client.quote(more)).body.code
const baseUsdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

test('a quote has both forms at once', async () => {
  const { body } = await api.quote()
  expect(body).toMatchObject({ 'quote-id': body.id, toTokenAmount: body.amountOut, message: body.typedData.message })
  const more = ['targetAddress', 'fees', 'resourceEstimate', 'expiresAt', 'blockNumber', 'amountOutMin', 'priceImpact']
  for (const name of [...more, 'issues', 'warnings']) expect(body).toHaveProperty(name)
  const { name, version } = body.typedData.domain
  expect({ name, version }).toEqual({ name: 'Swapline Router', version: '1' })
  const minimum = (BigInt(body.amountOut) * 995_000n) / 1_000_000n
  expect(body.amountOutMin).toBe(String(minimum))
})

test('fees are gas and then the affiliate’s, with token and amount', async () => {
  const { body } = await api.quote({ affiliateAddress: stranger, affiliateFee: '0.01' })
  expect(body.fees).toMatchObject([
    { type: 'gas', token: native },
    { type: 'affiliate', token: native, amount: '10000000000000000' },
  ])
})

describe('a request without a network', () => {
  const bare = { network: undefined }

  test('is for the only network that knows both tokens, else the server’s own', async () => {
    const two = await api.startAnother({ networks: [networkName('sandbox'), networkName('base')], fallback: undefined })
    expect((await two.quote(bare)).body.network).toBe('sandbox')
    expect((await two.quote({ ...bare, fromTokenAddress: baseUsdc })).body.code).toBe(1000)
    expect((await two.quote({ ...bare, toTokenAddress: stranger })).body).toMatchObject({
      code: 1000,
      details: [{ field: 'network', reason: 'missing' }],
    })
    const both = { ...bare, fromTokenAddress: native, toTokenAddress: native }
    expect(await codeOf(both, two)).toBe(1000)
    expect(await codeOf(both)).toBe(1005)
  })
})

describe('numbers', () => {
  test.each([
    ['0.006999999999999999', 7_000],
    ['5e-05', 50],
    ['.005', 5_000],
    ['0', 0],
    ['0.5', 500_000],
    ['1E-6', 1],
  ])('slippage %s is %i ppm', async (slippage, expected) => {
    const { status, body } = await api.quote({ slippage })
    expect(status).toBe(200)
    const minimum = (BigInt(body.amountOut) * BigInt(1_000_000 - ppm(expected))) / 1_000_000n
    expect(body.amountOutMin).toBe(String(minimum))
  })

  test.each([
    '1e-7',
    '1e-999999999',
    '0.500001',
    '1',
    '101',
    '-0.005',
    '0,5',
    'NaN',
    'Infinity',
    '0x1',
    '5%',
    '0.005 ; 1',
  ])('slippage %s is refused', async (slippage) => {
    const { body } = await api.quote({ slippage })
    expect(body).toMatchObject({ code: 1000, details: [{ field: 'slippage', value: slippage }] })
  })

  test.each(['0', '00', '01', '-1', '1.5', '1e18', '0x10', String(1n << 128n), '9'.repeat(200), ' 1', '١'])(
    'the amount %s is refused',
    async (sellAmount) => {
      expect((await api.quote({ sellAmount })).body).toMatchObject({ code: 1000, statusCode: 400 })
    },
  )

  test('the largest amount is accepted', async () => {
    expect(await codeOf({ sellAmount: String((1n << 128n) - 1n) })).not.toBe(1000)
  })
})

describe('ids', () => {
  test('are UUIDs of version 4, and only whole ones are accepted', async () => {
    const { id } = (await api.quote()).body
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const ask = (quoteId: string) => api.get('/aggregator/transaction', { quoteId })
    for (const short of [id.slice(0, 8), id.slice(0, -1), 'last', `${id}0`, '%', "' OR 1=1 --"])
      expect((await ask(short)).body).toMatchObject({ code: 3001, statusCode: 404 })
    expect((await ask(id.toUpperCase())).status).toBe(200)
  })

  test('two concurrent payload requests: one is answered', async () => {
    const { id } = (await api.quote()).body
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => api.get('/aggregator/transaction', { quoteId: id })),
    )
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)])
  })
})

describe('strictness', () => {
  test('names everything missing at once', async () => {
    const { body } = await api.get('/aggregator/quote', { network: 'sandbox' })
    const names = [
      'fromTokenAddress',
      'toTokenAddress',
      'sellAmount',
      'slippage',
      'fromAddress',
      'toAddress',
      'gasless',
    ]
    expect(body.details.map(({ field }: { field: string }) => field)).toEqual(names)
    expect(body.message).toBe(`Wrong parameters: missing ${names.join(', ')}`)
    const mixed = await api.quote({ toAddress: '', slippage: '2', gasless: undefined })
    expect(mixed.body.details).toEqual([
      { field: 'slippage', reason: 'out_of_range', value: '2' },
      { field: 'toAddress', reason: 'missing' },
      { field: 'gasless', reason: 'missing' },
    ])
  })

  test('a lenient server accepts quotes without three parameters, and takes them for the payload', async () => {
    const lenient = await api.startAnother({ lenient: true })
    const without = { fromAddress: undefined, toAddress: undefined, gasless: undefined }
    expect(await codeOf(without)).toBe(1000)
    const { status, body } = await lenient.quote(without)
    expect(status).toBe(200)
    expect(body.issues).toBeNull()
    const ask = (more: Parameters) => lenient.get('/aggregator/transaction', { quoteId: body.id, ...more })
    expect((await ask({})).body.code).toBe(1000)
    expect((await ask({ fromAddress: trader })).body).toMatchObject({ from: trader })
    const together = await lenient.get('/aggregator/quote/transaction', { ...defaultQuery, ...without })
    expect(together.body.code).toBe(1000)
  })

  test('unknown parameters are ignored', async () => {
    expect((await api.quote({ utm_source: 'x', __proto__x: '1', constructor: 'y' })).status).toBe(200)
  })
})

test('a payload for a placeholder is refused, and the quote stays valid', async () => {
  const { body: quote } = await api.quote({ fromAddress: native, toAddress: native })
  const ask = (more: Parameters) => api.get('/aggregator/transaction', { quoteId: quote.id, ...more })
  for (const nobody of [native, '0x000000000000000000000000000000000000dEaD'])
    for (const more of [{ fromAddress: nobody }, { fromAddress: nobody, toAddress: trader }, { toAddress: nobody }])
      expect((await ask(more)).body, JSON.stringify(more)).toMatchObject({ code: 1000, statusCode: 400 })
  expect((await ask({ fromAddress: trader, toAddress: native })).body).toMatchObject({ from: trader })
})

describe('the lifetime of a quote', () => {
  test('ends 300 seconds after it began, not before; its route stays readable', async () => {
    const begun = async () => (await api.quote()).body.id
    const ask = (quoteId: string) => api.get('/aggregator/transaction', { quoteId })
    const stateOf = async (quoteId: string) => (await api.get('/aggregator/distributions', { quoteId })).body.state
    const early = await begun()
    api.advanceClock(298)
    expect((await ask(early)).status).toBe(200)
    expect(await stateOf(early)).toBe('consumed')
    const late = await begun()
    expect(await stateOf(late)).toBe('valid')
    api.advanceClock(300)
    expect((await ask(late)).body).toMatchObject({
      code: 3002,
      error: 'QUOTE_EXPIRED',
      statusCode: 410,
      message: 'The quote has expired, please fetch a new quote',
    })
    expect(await stateOf(late)).toBe('expired')
  })

  test('deadlines: 300 seconds from a payload, for a signed order 600 from the quote', async () => {
    const { quote, transaction } = (await api.get('/aggregator/quote/transaction', defaultQuery)).body
    const created = Date.parse(quote.createdAt) / 1_000
    expect(Number(quote.message.deadline)).toBe(created + 600)
    const deadline = decodeRouterCall(transaction.data)?.deadline ?? 0
    expect(deadline - created).toBeGreaterThanOrEqual(300)
    expect(deadline - created).toBeLessThanOrEqual(302)
  })
})

describe('names and pairs', () => {
  test.each(['Sandbox', 'sandbx', 'SANDBOX', '31337', ' sandbox'])('the network "%s" is unknown', async (network) => {
    const { body } = await api.quote({ network })
    expect(body).toMatchObject({ code: 1001, message: 'Wrong parameters: network is not valid' })
    expect(body.details[0].name).toBe(network)
  })

  test('suggests the nearest name; a network that is not served is another error', async () => {
    expect((await api.quote({ network: 'sandbx' })).body.details[0].nearest).toBe('sandbox')
    expect((await api.quote({ network: 'base' })).body).toMatchObject({
      code: 1007,
      message: 'This service does not serve the network base: it serves sandbox.',
      details: [{ name: 'base', served: ['sandbox'] }],
    })
    expect(await codeOf({ network: 'zksync' })).toBe(1007)
    expect(await codeOf({ network: 'solana' })).toBe(1000)
    const key = 'So11111111111111111111111111111111111111112'
    const svm = { network: 'solana', fromTokenAddress: key, toTokenAddress: native, fromAddress: key, toAddress: key }
    expect(await codeOf(svm)).toBe(1007)
  })

  test('the same token twice is refused, native and wrapped are one to one', async () => {
    expect(await codeOf({ toTokenAddress: native })).toBe(1005)
    const { body } = await api.quote({ toTokenAddress: weth })
    expect(body.amountOut).toBe(body.sellAmount)
    expect((await api.quote({ fromTokenAddress: weth, toTokenAddress: native })).body.amountOut).toBe(body.sellAmount)
  })

  test('invalid tokens', async () => {
    expect(await codeOf({ fromTokenAddress: stranger })).toBe(2002)
    expect(await codeOf({ toTokenAddress: stranger })).toBe(2003)
  })

  test.each<[string, Parameters]>([
    ['too short', { fromTokenAddress: '0x12' }],
    ['a wrong checksum', { toTokenAddress: usdc.replace(/[a-f]/, (letter) => letter.toUpperCase()) }],
    ['a symbol', { toTokenAddress: 'USDC' }],
    ['a sender that is none', { fromAddress: 'vitalik.eth' }],
  ])('an address: %s', async (_, more) => {
    expect(await codeOf(more)).toBe(1000)
  })
})
