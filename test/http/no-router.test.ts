/**
 * A network without our router: the server returns no address that would keep a payment, says why, and recovers by
 * itself.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RunningServer } from '#domain/service/server'
import { seconds } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'
import { type RunningChain, type StartOptions, startChain } from '#sandbox/anvil/start'
import { devAccounts } from '#sandbox/dev-accounts'
import type { Rule } from '../chain/faults.ts'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import { autoConfirm, createComponents, createQuoteRequest, sandbox } from '../trade/fixture.ts'
import { type Client, createClient, generousLimits, native, usdc } from './fixture.ts'

const { address: router } = getRouter(getNetworkEntry('sandbox'))
let chain: RunningChain
let proxy: FaultProxy
let state: string
let parts: ReturnType<typeof createComponents>
let server: RunningServer
let client: Client

/** A chain for the tests of a block, each of which begins with its first state, and with a server of its own. */
function useChain(options: StartOptions): void {
  beforeAll(async () => {
    chain = await startChain(options)
  })
  afterAll(() => chain.stop())
  beforeEach(open)
}

let clean: string
async function open(): Promise<void> {
  clean = await chain.rpc('evm_snapshot')
  proxy = await startProxy(chain.url)
  state = mkdtempSync(join(tmpdir(), 'swapline-no-router-'))
  parts = createComponents(state, proxy.url, 'cancun')
  server = await (await parts.host(undefined)).start({ ...generousLimits, timeoutSeconds: seconds(20) })
  client = createClient(server)
}
afterEach(async () => {
  await server.stop()
  await parts.close()
  await proxy.close()
  await chain.rpc('evm_revert', clean)
  rmSync(state, { recursive: true, force: true })
})

/** Another server over the same store and chain, as after a restart: its caches are empty. */
async function restart<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const others = createComponents(state, proxy.url, 'cancun')
  const other = await (await others.host(undefined)).start(generousLimits)
  try {
    return await work(createClient(other))
  } finally {
    await other.stop()
    await others.close()
  }
}

const refusal = {
  code: 1007,
  error: 'NETWORK_NOT_SUPPORTED',
  statusCode: 400,
  message: expect.stringMatching(
    /^Our router is not deployed on sandbox: .+ at 0x[0-9a-f]{40}\. Deploy it: swapline router deploy -n sandbox$/,
  ),
}

describe('without a router', () => {
  useChain({ router: false })

  test('nothing is quoted, in any form, and the message names the command that deploys it', async () => {
    const [quote, both, sale] = await Promise.all([
      client.quote(),
      client.get('/aggregator/quote/transaction', { ...queryFor({}) }),
      client.quote({ fromTokenAddress: usdc, toTokenAddress: native, sellAmount: '1000000' }),
    ])
    for (const { status, body } of [quote, both, sale])
      expect([status, body]).toEqual([400, expect.objectContaining(refusal)])
    expect(await server.networks()).toEqual([{ name: 'sandbox', status: 'no-router' }])
    const ready = await client.get('/readyz')
    expect([ready.status, ready.body.networks]).toEqual([
      503,
      [{ name: 'sandbox', ready: false, status: 'no-router', headAgeSeconds: expect.any(Number) }],
    ])
    const listed = (await client.get('/token-manager/networks')).body
    expect(listed.find(({ name }: { name: string }) => name === 'sandbox')).toMatchObject({
      status: 'degraded',
      targetAddress: null,
    })
  })

  test('no payload for an earlier quote, which stays valid, with an estimate of gas or without', async () => {
    const from = devAccounts[0]?.address
    const quote = await (await parts.service()).quote(
      createQuoteRequest(native as never, usdc.toLowerCase() as never, 10n ** 18n),
    )
    expect(quote.priceOnly).toBe(true)
    const ask = (at: Client, estimateGas = 'true') =>
      at.get('/aggregator/transaction', { quoteId: quote.id, estimateGas, fromAddress: from })
    const both = async (at: Client) => [await ask(at, 'true'), await ask(at, 'false')]
    for (const { status, body } of [...(await both(client)), ...(await restart(both))])
      expect([status, body]).toEqual([400, expect.objectContaining(refusal)])

    await (await parts.trader()).deployRouter(sandbox, 'dev0', autoConfirm())
    await expect.poll(async () => (await ask(client)).status, { timeout: 10_000, interval: 200 }).toBe(200)
  })

  test('once it is deployed the server quotes, without a restart', async () => {
    expect((await client.quote()).status).toBe(400)
    await (await parts.trader()).deployRouter(sandbox, 'dev0', autoConfirm())
    const from = Date.now()
    await expect.poll(async () => (await client.quote()).status, { timeout: 10_000, interval: 100 }).toBe(200)
    expect(Date.now() - from).toBeLessThan(6_000)
    await expect.poll(async () => (await client.get('/readyz')).status, { timeout: 10_000 }).toBe(200)
  })

  test('a refusal sends almost no request to the chain', async () => {
    await client.get('/readyz')
    proxy.forget()
    for (let i = 0; i < 20; i += 1) expect((await client.quote()).status).toBe(400)
    expect(proxy.posts.length).toBeLessThan(15)
  })
})

describe('with a router', () => {
  useChain({})

  test('its code is read for the first quote and, at every endpoint, for the first payload, and never again', async () => {
    expect((await client.get('/readyz')).status).toBe(200)
    const codes = () => proxy.posts.flat().filter((method) => method === 'eth_getCode').length
    const before = codes()
    expect((await client.quote()).status).toBe(200)
    for (let i = 0; i < 2; i += 1)
      expect((await client.get('/aggregator/quote/transaction', queryFor({}))).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 3_100)) // a network's status is fresh for three seconds
    expect((await client.get('/readyz')).status).toBe(200)
    expect(codes()).toBe(before + 1)
  })

  test('a simulation that returns nothing is a failure, and leaves the quote valid', async () => {
    const { body: quote } = await client.quote()
    const nothing: Rule = {
      method: 'eth_call',
      when: ({ params: [call] }) => (call as { to?: string }).to === router,
      fault: { kind: 'forge', answer: (_, { id }) => ({ jsonrpc: '2.0', id, result: '0x' }) },
    }
    proxy.rules([nothing])
    const refused = await client.get('/aggregator/transaction', { quoteId: quote.id })
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      400,
      3010,
      [{ check: 'simulation', reason: 'The swap would fail now: the router returned no amount.' }],
    ])
    proxy.rules([])
    expect((await client.get('/aggregator/transaction', { quoteId: quote.id })).status).toBe(200)
  })
})

function queryFor(more: Record<string, string>): Record<string, string> {
  const trader = devAccounts[0]?.address ?? ''
  return {
    network: 'sandbox',
    fromTokenAddress: native,
    toTokenAddress: usdc,
    sellAmount: '1000000000000000000',
    slippage: '0.005',
    fromAddress: trader,
    toAddress: trader,
    gasless: 'false',
    ...more,
  }
}
