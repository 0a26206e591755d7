/** Anyone may ask for counts of any wallet; the first search for one reads thousands of blocks. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { fail } from '#domain/errors'
import { type NetworkName, networkName, seconds } from '#domain/units'
import { startServer } from '#http/server/start'
import { checksum } from '#text/checksum'
import { createClient, defaultQuery, generousLimits } from './fixture.ts'

const networks: readonly NetworkName[] = ['base', 'arbitrum'].map(networkName)
const searchMs = 3_000
const limits = { maxConcurrent: 16, maxQueued: 128, maxWaitMs: 150, timeoutSeconds: seconds(20), graceMs: 1 }

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends) await end()
})

async function startStubs() {
  const clock = {
    now: () => seconds(1_800_000_000),
    elapsed: () => performance.now(),
    sleep: (ms: number, signal?: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined),
  }
  const searched: Record<string, number> = {}
  const swaps = {
    discover: async (_: string, network: string) => {
      searched[network] = (searched[network] ?? 0) + 1
      return sleep(searchMs, true, { ref: false })
    },
    counts: async () => ({}),
    refreshPending: async () => 0,
  }
  const quote = async () => {
    throw fail('NO_ROUTE', { from: 'A', to: 'B' })
  }
  const context = {
    ...{ service: { quote, listNetworks: async () => [] }, crossing: { listBridges: () => [] }, relayer: undefined },
    ...{ swaps, networkStatus: quote, tokens: { list: () => [], listAll: () => [] }, families: new Set(), clock },
    ...{ uuid: () => '', checksum, log: { write: () => undefined }, logLevel: 'info', gauges: [], series: [] },
    withRequestId: (_: string, work: () => unknown) => work(),
  }
  const settings = { ...generousLimits, ...limits, networks, fallback: networks[0] }
  const server = await startServer(context as never, settings as never)
  ends.push(() => server.stop())
  return { client: createClient(server), searched }
}

test('a burst of searches leaves quotes their places, and is answered with the networks that were not searched', async () => {
  const { client, searched } = await startStubs()
  const wallets = Array.from({ length: 17 }, (_, i) => `0x${String(i + 10).repeat(20)}`)
  const counts = wallets.map((walletAddress) => client.get('/user-manager/status-counts', { walletAddress }))
  for (const { status, headers } of await Promise.all(counts)) {
    expect(status).toBe(200)
    expect(headers.get('x-networks-incomplete')).toBe('base,arbitrum')
  }
  expect(searched).toEqual({ base: 4, arbitrum: 4 })
  const began = performance.now()
  const query = { ...defaultQuery, toTokenAddress: `0x${'2'.repeat(40)}` }
  const quotes = networks.map((network) => client.get('/aggregator/quote', { ...query, network }))
  for (const { body } of await Promise.all(quotes)) expect(body).toMatchObject({ error: 'NO_ROUTE' })
  expect(performance.now() - began).toBeLessThan(1_000)
})
