/** Every path is called, and every answer, success or failure, matches the document. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiErrorNames } from '#domain/api/error'
import { evm, nativeToken } from '#domain/units'
import { autoConfirm, createQuoteRequest, createSwapRequest } from '../trade/fixture.ts'
import { documentPath, faults, operations } from './document.ts'
import {
  defaultQuery,
  type HttpFixture,
  type Reply,
  startHttpFixture,
  stranger,
  trader,
  unknownId,
  usdc,
  usdt,
  weth,
} from './fixture.ts'

let api: HttpFixture
beforeAll(async () => {
  api = await startHttpFixture()
})
afterAll(() => api.close())

const called = new Set<string>()

function fits(operation: string, status: number, reply: Reply): Reply {
  called.add(operation)
  expect(faults(operation, reply)).toEqual([])
  expect(reply.status, reply.text).toBe(status)
  expect(reply.headers.get('x-api-version')).toBe('1')
  expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(reply.headers.get('x-auth-status')).toBeNull()
  if (status >= 400 && reply.body?.code !== undefined) {
    expect(reply.body.error).toBe(apiErrorNames[reply.body.code])
    expect(reply.body.statusCode).toBe(status)
    expect(reply.body.requestId).toBe(reply.headers.get('x-request-id'))
  }
  return reply
}

test('the document is served byte for byte', async () => {
  const reply = fits('GET /openapi.yaml', 200, await api.get('/openapi.yaml'))
  expect(reply.text).toBe(readFileSync(documentPath, 'utf8'))
})

describe('quotes and payloads', () => {
  test('quote', async () => {
    const { body } = fits('GET /aggregator/quote', 200, await api.quote())
    expect(body.issues).toEqual({ allowance: null, balance: null, simulationIncomplete: false })
    fits('GET /aggregator/quote', 400, await api.quote({ slippage: undefined }))
    fits('GET /aggregator/quote', 404, await api.quote({ toTokenAddress: trader }))
  })

  test('transaction', async () => {
    const { body: quote } = await api.quote()
    const ask = (id: string) => api.get('/aggregator/transaction', { quoteId: id })
    const { body } = fits('GET /aggregator/transaction', 200, await ask(quote.id))
    expect(body).toMatchObject({ type: 2, chainId: 31337, value: '1000000000000000000', to: quote.targetAddress })
    fits('GET /aggregator/transaction', 409, await ask(quote.id))
    fits('GET /aggregator/transaction', 404, await ask(unknownId))
    fits('GET /aggregator/transaction', 400, await api.get('/aggregator/transaction'))
    const { body: unpaid } = await api.quote({ fromTokenAddress: usdc, toTokenAddress: weth, sellAmount: '1000000' })
    const refused = fits('GET /aggregator/transaction', 400, await ask(unpaid.id))
    expect(refused.body).toMatchObject({ code: 3010, message: "Couldn't estimate gas" })
    expect(refused.body.details[0]).toMatchObject({ check: 'allowance', token: usdc, owner: trader })
  })

  test('quote and transaction', async () => {
    const path = '/aggregator/quote/transaction'
    const { body } = fits(`GET ${path}`, 200, await api.get(path, defaultQuery))
    expect(body.transaction.to).toBe(body.quote.targetAddress)
    const again = await api.get('/aggregator/transaction', { quoteId: body.quote.id })
    expect(again.body.code).toBe(3003)
    fits(`GET ${path}`, 400, await api.get(path, { ...defaultQuery, fromAddress: `0x${'0'.repeat(40)}` }))
  })

  test('what is known of a quote', async () => {
    const { body: quote } = await api.quote({ sellAmount: '100000000000000000000' })
    const { body } = fits(
      'GET /aggregator/distributions',
      200,
      await api.get('/aggregator/distributions', { 'quote-id': quote.id }),
    )
    expect(body.distributions.length).toBeGreaterThan(1)
    expect(body.distributions.reduce((sum: number, part: { percent: number }) => sum + part.percent, 0)).toBeCloseTo(
      100,
    )
    const debug = fits(
      'GET /aggregator/quote-debug',
      200,
      await api.get('/aggregator/quote-debug', { quoteId: quote.id }),
    )
    expect(debug.body.pools).toHaveLength(debug.body.poolsSeen)
    const explained = 'GET /explain/{quoteId}'
    const page = fits(explained, 200, await api.get(`/explain/${quote.id}`))
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src ('sha256-[^ ']+' ?)+; script-src 'sha256-[^ ']+'; .*frame-ancestors 'none'$/,
    )
    expect(page.text.match(/<tr><td>0x/g)?.length).toBeGreaterThanOrEqual(debug.body.poolsSeen)
    expect(page.text.toLowerCase()).not.toContain(trader.toLowerCase())
    fits(explained, 404, await api.get(`/explain/${unknownId}`))
    fits(explained, 404, await api.get('/explain/last'))
    for (const path of ['distributions', 'quote-debug'].map((name) => `/aggregator/${name}`)) {
      fits(`GET ${path}`, 404, await api.get(path, { 'quote-id': unknownId }))
      fits(`GET ${path}`, 400, await api.get(path))
    }
  })
})

describe('unsupported features are fully validated first', () => {
  const wish = {
    ...defaultQuery,
    network: undefined,
    fromNetwork: 'sandbox',
    toNetwork: 'base',
    toTokenAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  }

  test('quotes across networks', async () => {
    const path = '/aggregator/quote-in'
    const ask = (more: object) => api.get(path, { ...wish, ...more })
    expect(fits(`GET ${path}`, 400, await ask({})).body.code).toBe(1006)
    expect((await ask({ slippage: undefined, slippageIn: '0.01', slippageOut: '0.01' })).body.code).toBe(1006)
    expect((await ask({ fromNetwork: undefined, network: 'sandbox', bridgeTypes: '3,stargate' })).body.code).toBe(1006)
    const solana = 'So11111111111111111111111111111111111111112'
    expect((await ask({ toNetwork: 'solana', toTokenAddress: solana, toAddress: solana })).body.code).toBe(1006)
    for (const wrong of [
      { toNetwork: undefined },
      { slippage: '0.6' },
      { slippage: undefined },
      { bridgeTypes: '9' },
      { sellAmount: '0' },
      { toNetwork: 'solana' },
      { fromAddress: undefined },
    ])
      expect((await ask(wrong)).body.code, JSON.stringify(wrong)).toBe(1000)
    expect((await ask({ toNetwork: 'bases' })).body.code).toBe(1001)
  })

  test('the rest of a quote across networks', async () => {
    const { body: quote } = await api.quote()
    for (const name of ['transaction-in', 'distribution-in', 'distribution-out']) {
      const path = `/aggregator/${name}`
      expect(fits(`GET ${path}`, 404, await api.get(path, { quoteId: unknownId })).body.code).toBe(3001)
      expect(fits(`GET ${path}`, 400, await api.get(path, { 'quote-id': quote.id })).body.code).toBe(1006)
      expect((await api.get(path)).body.code).toBe(1000)
    }
  })

  test.each([
    ['/user-manager/execute-swap', 1004],
    ['/user-manager/execute-swap-in', 1006],
  ])('%s', async (path, code) => {
    const { body: quote } = await api.quote()
    const form = {
      networkName: 'sandbox',
      quoteId: quote.id,
      swapSignature: `0x${'11'.repeat(65)}`,
      permitSignature: '0x',
      permitDeadline: 1_900_000_000,
    }
    const ask = (more: object) => api.post(path, { ...form, ...more })
    expect(fits(`POST ${path}`, 400, await ask({})).body.code).toBe(code)
    const asForm = new URLSearchParams({ ...form, permitDeadline: String(form.permitDeadline) })
    expect((await api.post(path, asForm.toString(), 'application/x-www-form-urlencoded')).body.code).toBe(code)
    expect((await api.post(`${path}?${asForm}`, '')).body.code).toBe(code)
    expect((await api.post(`${path}?networkName=nowhere`, form)).body.code).toBe(code)

    const empty = fits(`POST ${path}`, 400, await api.post(path, {}))
    expect(empty.body.details.map(({ field }: { field: string }) => field)).toEqual(Object.keys(form))
    expect((await ask({ swapSignature: '0x1' })).body.code).toBe(1000)
    expect((await ask({ permitDeadline: -1 })).body.code).toBe(1000)
    expect((await ask({ networkName: 'base' })).body.code).toBe(1000)
    expect((await ask({ networkName: 'nowhere' })).body.code).toBe(1001)
    expect(fits(`POST ${path}`, 404, await ask({ quoteId: unknownId })).body.code).toBe(3001)
    await api.get('/aggregator/transaction', { quoteId: quote.id })
    expect(fits(`POST ${path}`, 409, await ask({})).body.code).toBe(3003)
  })
})

describe('networks, tokens and sources', () => {
  test('networks', async () => {
    const { body } = fits('GET /token-manager/networks', 200, await api.get('/token-manager/networks'))
    expect(body).toHaveLength(36)
    const { body: quote } = await api.quote()
    expect(body.find(({ name }: { name: string }) => name === 'sandbox')).toMatchObject({
      status: 'online',
      chainId: 31337,
      targetAddress: quote.targetAddress,
    })
    expect(body.find(({ name }: { name: string }) => name === 'base')).toMatchObject({ status: 'offline', id: 8453 })
  })

  test('tokens', async () => {
    const path = '/token-manager/tokens'
    const ask = (more: object) => api.post(path, { networkNames: ['sandbox'], ...more })
    const symbols = ({ body }: Reply) => body.map(({ symbol }: { symbol: string }) => symbol)
    const listed = fits(`POST ${path}`, 200, await ask({}))
    expect(symbols(listed)).toEqual(['ETH', 'WETH', 'USDC', 'USDT', 'DAI', 'WBTC', 'wstETH', 'UNI', 'FOT'])
    expect(symbols(await ask({ searchValue: 'usd' }))).toEqual(['USDC', 'USDT'])
    expect(symbols(await ask({ searchValue: 'eth', exact: true }))).toEqual(['ETH'])
    expect(symbols(await ask({ searchValue: [usdc, 'dai'] }))).toEqual(['USDC', 'DAI'])
    expect(symbols(await ask({ offset: 7 }))).toEqual(['UNI', 'FOT'])
    expect(symbols(await ask({ searchValue: 'usd', exclude: [usdt] }))).toEqual(['USDC'])
    expect(symbols(await ask({ searchValue: trader }))).toEqual([])
    expect(fits(`POST ${path}`, 400, await api.post(path, {})).body.code).toBe(1000)
    expect((await ask({ networkNames: ['base'] })).body.code).toBe(1007)
    expect((await ask({ exact: 'perhaps' })).body.code).toBe(1000)
  })

  test('sources', async () => {
    const path = '/aggregator/liquidity-sources'
    const { body } = fits(`GET ${path}`, 200, await api.get(path, { networkName: 'sandbox' }))
    expect(body.map(({ id }: { id: string }) => id).slice(0, 3)).toEqual(['uniswap-v2', 'uniswap-v3', 'sushi-v2'])
    expect(fits(`GET ${path}`, 400, await api.get(path)).body.code).toBe(1000)
    expect((await api.get(path, { networkName: 'solana' })).body.code).toBe(1007)
  })
})

describe('swaps', () => {
  test('one made with a quote of ours is found by its hash, its quote and its id', async () => {
    const parts = await api.app.components.trader()
    const host = await api.app.components.service()
    const quote = await host.quote(createQuoteRequest(nativeToken, evm(usdc), 10n ** 18n))
    const { intent } = await parts.swap(createSwapRequest(quote), autoConfirm())
    const hash = intent?.transactions.at(-1)?.hash ?? ''
    const path = '/user-manager/swap'
    const byHash = fits(`GET ${path}`, 200, await api.get(path, { transactionHash: hash, network: 'sandbox' }))
    expect(byHash.body).toMatchObject({
      status: 'success',
      fromAddress: trader,
      toTokenAddress: usdc,
      sellAmount: '1000000000000000000',
      quoteId: quote.id,
    })
    expect(byHash.body.amountOut).toBe(String(quote.route.amountOut))
    const { id } = byHash.body
    expect((await api.get(path, { quoteId: quote.id })).body.id).toBe(id)
    expect((await api.get(path, { id })).body.id).toBe(id)
    expect(fits(`GET ${path}/{swapId}`, 200, await api.get(`${path}/${id}`)).body.id).toBe(id)

    const counts = fits(
      'GET /user-manager/status-counts',
      200,
      await api.get('/user-manager/status-counts', { walletAddress: trader, network: 'sandbox' }),
    )
    expect(counts.body).toEqual({ pending: 0, bridging: 0, success: 1, partial: 0, error: 0, refunded: 0, expired: 0 })
    const none = await api.get('/user-manager/status-counts', { address: stranger })
    expect(none.body).toMatchObject({ success: 0, error: 0 })
  })

  test('unknown paths and wrong requests', async () => {
    const path = '/user-manager/swap'
    expect(fits(`GET ${path}`, 404, await api.get(path, { id: unknownId })).body.code).toBe(3030)
    expect(fits(`GET ${path}/{swapId}`, 404, await api.get(`${path}/${unknownId}`)).body.code).toBe(3030)
    expect((await api.get(path, { quoteId: unknownId })).body.code).toBe(3030)
    expect((await api.get(path, { transactionHash: `0x${'ab'.repeat(32)}`, network: 'sandbox' })).body.code).toBe(3030)
    expect(fits(`GET ${path}`, 400, await api.get(path)).body.code).toBe(1000)
    expect((await api.get(path, { id: unknownId, quoteId: unknownId })).body.code).toBe(1000)
    expect((await api.get(path, { transactionHash: '0x12' })).body.code).toBe(1000)
    const counts = '/user-manager/status-counts'
    expect(fits(`GET ${counts}`, 400, await api.get(counts)).body.code).toBe(1000)
    expect((await api.get(counts, { walletAddress: trader, fromAddress: stranger })).body.code).toBe(1000)
  })
})

test('monitoring', async () => {
  expect(fits('GET /healthz', 200, await api.get('/healthz')).body).toEqual({ status: 'alive' })
  expect(fits('GET /readyz', 200, await api.get('/readyz')).body).toMatchObject({
    ready: true,
    store: true,
    networks: [{ name: 'sandbox', ready: true }],
  })
})

test('the interactive page contacts no other host', async () => {
  const { text, headers } = fits('GET /swagger', 200, await api.get('/swagger'))
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/https?:|\*/)
  const parts = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? '')
  expect(parts).toHaveLength(3)
  for (const path of parts) expect((await api.get(path)).status, path).toBe(200)
  expect(text).not.toMatch(/https?:/)
  expect((await api.get('/swagger/start.js')).text).toContain("'/openapi.yaml'")
  expect((await api.get('/swagger/index.js')).body.code).toBe(1404)
  expect((await api.get('/swagger/..%2fstart.cache')).body.code).toBe(1404)
})

test('every path was called', () => {
  expect(called).toEqual(new Set(operations))
})
