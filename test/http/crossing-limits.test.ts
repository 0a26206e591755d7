/** The limits of load and lateness of docs/http.md, for swaps to another network. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createCrossingService } from '#app/crossing/crossing-service'
import { bridge } from '#bridges/across/index'
import type { Chain } from '#domain/chain/port'
import type { CrossQuote } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'
import { amount, evm, type NetworkName, networkName, ppm, seconds, wei } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { getRouter } from '#encoding/contracts/router'
import { startServer } from '#http/server/start'
import { getNetworkEntry } from '#networks/find'
import { openServiceStore } from '#store/service/open-store'
import { checksum } from '#text/checksum'
import { crossQuote as sample } from '../crossing/quote-sample.ts'
import { createClient, generousLimits } from './fixture.ts'

const [ethereum, bsc] = [getNetworkEntry(networkName('ethereum')), getNetworkEntry(networkName('bsc'))]
const usdc = evm('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')
const usdcThere = evm('0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d')
const machineTime = () => seconds(Math.floor(Date.now() / 1_000))
const clock = { now: machineTime, elapsed: () => performance.now(), sleep: (ms: number) => sleep(ms) }

/** As `test/crossing/check-terms.test.ts` has it, made now. */
const quote = (): CrossQuote => ({
  ...sample,
  createdAt: machineTime(),
  expiresAt: seconds(machineTime() + 300),
  request: { ...sample.request, toNetwork: networkName('bsc') },
  chainId: 1,
  toChainId: 56,
  bridge: {
    ...sample.bridge,
    route: {
      ...{ ...sample.bridge.route, to: networkName('bsc'), toChainId: 56, symbol: 'USDC' },
      contract: evm('0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5'),
      toContract: evm('0x4e8e101924ede233c13e2d8622dc8aed2872d505'),
      asset: { address: usdc, decimals: 6 },
      toAsset: { address: usdcThere, decimals: 18 },
    },
    asset: { ...sample.bridge.asset, address: usdc, decimals: 6 },
    toAsset: { ...sample.bridge.toAsset, address: usdcThere, decimals: 18 },
    fee: { rate: ppm(500), fixed: amount(15n * 10n ** 17n) },
    terms: { bridgeRate: '999500000000000000000000000000', bridgeFee: '1500000000000000000' },
    deposited: amount(1_000_000_000n),
    depositedMin: amount(997_500_000n),
    paid: amount(998n * 10n ** 18n),
  },
  crossing: getCrossing(ethereum).address,
  toCrossing: getCrossing(bsc).address,
  router: getRouter(ethereum).address,
  toRouter: getRouter(bsc).address,
})

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const broken = async (): Promise<never> => {
  throw fail('QUOTE_NOT_FOUND', { id: '' })
}

async function start(crossing: object, changes: object) {
  const server = await startServer(
    {
      service: {
        ...{ quote: broken, buildPayload: broken, execute: broken, getSwap: broken },
        getQuote: broken,
        listNetworks: async () => [],
      },
      crossing,
      relayer: undefined,
      swaps: { findSwap: broken, networkOf: broken, discover: broken, counts: broken, refreshPending: async () => 0 },
      networkStatus: broken,
      tokens: { list: () => [], listAll: async () => [], resolve: broken },
      ...{
        prices: { listed: broken },
        notes: { get: broken },
        explainQuote: broken,
        keys: { check: async () => undefined },
      },
      ...{ families: new Set(), clock, uuid: randomUUID, checksum, log: { write: () => undefined }, logLevel: 'info' },
      ...{ withRequestId: (_: string, work: () => unknown) => work(), gauges: [], series: [] },
    } as never,
    { ...generousLimits, networks: [ethereum.name, bsc.name], fallback: ethereum.name, graceMs: 1, ...changes },
  )
  ends.push(() => server.stop())
  return createClient(server)
}

test('a late transaction-in does not consume its quote', async () => {
  const place = mkdtempSync(join(tmpdir(), 'swapline-crossing-'))
  ends.push(() => rmSync(place, { recursive: true }))
  const store = await openServiceStore({ clock, randomBytes }, join(place, 'swapline.db'))
  ends.push(() => store.close())
  const chainOf = (network: NetworkName) =>
    ({
      network: getNetworkEntry(network),
      allCodes: async () => [],
      fees: async () => {
        await sleep(2_500) // a slow node
        return { type: 2, maxFeePerGas: wei(2n), maxPriorityFeePerGas: wei(1n) }
      },
    }) as unknown as Chain
  const context = {
    clock,
    uuid: randomUUID,
    bridges: [bridge],
    crossQuotes: store.crossQuotes,
    chain: async (name: NetworkName) => chainOf(name),
  }
  const client = await start(createCrossingService(context as never), { timeoutSeconds: seconds(1) })
  const made = quote()
  await store.crossQuotes.put(made)
  const { status, body } = await client.get('/aggregator/transaction-in', { quoteId: made.id, estimateGas: 'false' })
  expect({ status, code: body.code, message: body.message }).toEqual({
    status: 503,
    code: 1503,
    message: 'The answer took longer than 1 seconds.',
  })
  await sleep(3_000)
  expect((await store.crossQuotes.find(made.id))?.consumedAt).toBeUndefined()
}, 30_000)

test('quotes to another network are limited as all quotes are', async () => {
  let [running, max, refused] = [0, 0, 0]
  const quoteSlowly = async () => {
    running += 1
    max = Math.max(max, running)
    while (refused < 19 && running === 1) await sleep(10) // however long a busy machine takes over the others
    running -= 1
    throw fail('NO_ROUTE', {} as never)
  }
  const crossing = { requireRoutes: () => undefined, listBridges: () => [], quote: quoteSlowly }
  const client = await start(crossing, { maxConcurrent: 1, maxQueued: 0, maxWaitMs: 1 })
  const query = {
    ...{
      fromNetwork: 'ethereum',
      toNetwork: 'bsc',
      fromTokenAddress: usdc,
      toTokenAddress: usdcThere,
      sellAmount: '1000000',
    },
    ...{ slippage: '0.005', fromAddress: sample.request.from, toAddress: sample.request.from, gasless: 'false' },
  }
  const ask = async () => {
    const reply = await client.get('/aggregator/quote-in', query)
    if (reply.status === 503) refused += 1
    return reply
  }
  const replies = await Promise.all(Array.from({ length: 20 }, ask))
  expect(max).toBe(1)
  expect(replies.filter(({ status }) => status === 503)).toHaveLength(19)
}, 30_000)
