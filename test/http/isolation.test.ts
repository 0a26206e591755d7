/**
 * Two networks in one server: one that is silent, slow, refusing, or wrong about its head does not affect the other.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RpcResponse, Rule } from '../chain/faults.ts'
import { stableOf, startTwoNetworks, type TwoNetworkServer, type TwoNetworks } from './two-networks.ts'

let networks: TwoNetworks
let server: TwoNetworkServer
beforeAll(async () => {
  networks = await startTwoNetworks()
  server = await networks.serve()
}, 120_000)
afterAll(async () => {
  await server.end()
  await networks.close()
})
/** Whatever a network did to the server before, both are quoted. */
const bothWell = async () => {
  networks.proxy.rules([])
  for (const network of ['ethereum', 'base'] as const)
    await vi.waitFor(async () => expect((await server.quote(network)).status).toBe(200), {
      timeout: 40_000,
      interval: 100,
    })
}

const silent: Rule = { fault: { kind: 'hang' } }
let lies = 0
/** Each time another block, three lower or forty higher than the head. */
function lie(real: RpcResponse): RpcResponse {
  if (real.result === null || typeof real.result !== 'object' || real.result === undefined) return real
  lies += 1
  const height = Number((real.result as { number: string }).number) + (lies % 2 === 0 ? 40 : -3)
  const hash = `0x${lies.toString(16).padStart(64, '0')}`
  return { ...real, result: { ...real.result, number: `0x${Math.max(0, height).toString(16)}`, hash } }
}
const lyingHead: Rule = {
  method: 'eth_getBlockByNumber',
  when: ({ params: [tag] }) => tag === 'latest',
  fault: { kind: 'forge', answer: lie },
}

interface Timed {
  readonly status: number
  readonly ms: number
}

async function timeRequest(work: () => Promise<{ readonly status: number }>): Promise<Timed> {
  const from = performance.now()
  const { status } = await work()
  return { status, ms: performance.now() - from }
}

/** Requests this many quotes per second of a network, whatever the answers. */
async function load(network: 'ethereum' | 'base', perSecond: number, seconds: number): Promise<readonly Timed[]> {
  const asked: Promise<Timed>[] = []
  for (let i = 0; i < perSecond * seconds; i += 1) {
    asked.push(timeRequest(() => server.quote(network)))
    await sleep(1_000 / perSecond)
  }
  return Promise.all(asked)
}

/** The median duration. */
const median = (times: readonly Timed[]): number =>
  times.map(({ ms }) => ms).sort((a, b) => a - b)[times.length >> 1] ?? 0

test.each<[string, readonly Rule[]]>([
  ['silent', [silent]],
  ['three seconds slow', [{ fault: { kind: 'delay', milliseconds: 3_000 } }]],
  ['breaking every connection off', [{ fault: { kind: 'reset' } }]],
  ['lying about its head', [lyingHead]],
])(
  'a network that is %s, with 20 requests per second, causes no refusal for another one',
  async (_, rules) => {
    await bothWell()
    networks.proxy.rules(rules)
    const ill = load('base', 20, 5)
    const healthy = await load('ethereum', 5, 5)
    expect(healthy.filter(({ status }) => status !== 200)).toEqual([])
    expect(median(healthy)).toBeLessThan(2_500) // what waits for the other network takes three seconds
    await ill
  },
  90_000,
)

test('a silent network costs its time limit once, then milliseconds, and is quoted again within seconds', async () => {
  await bothWell()
  networks.proxy.rules([silent])
  // Warm pools answer until the head is too old; then the endpoint is waited for, once.
  await expect.poll(async () => (await server.quote('base')).status, { timeout: 40_000 }).toBe(503)
  const refused: Timed[] = []
  for (let i = 0; i < 20; i += 1) {
    refused.push(await timeRequest(() => server.quote('base')))
    await sleep(100)
  }
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
  expect(median(refused)).toBeLessThan(150)
  const { body } = await server.quote('base')
  expect(body).toMatchObject({ code: 1503, message: 'No RPC endpoint answers for network Base' })

  networks.proxy.rules([])
  const from = Date.now()
  await expect.poll(async () => (await server.quote('base')).status, { timeout: 20_000, interval: 100 }).toBe(200)
  expect(Date.now() - from).toBeLessThan(8_000)
})

test('swaps, counts and metrics do not wait for a silent network', async () => {
  await bothWell()
  networks.proxy.rules([silent])
  const waiting = Array.from({ length: 40 }, () => server.quote('base'))
  const walletAddress = '0x00000000000000000000000000000000000000aa'
  const paths: readonly [string, Record<string, string>][] = [
    ['/user-manager/status-counts', { walletAddress }],
    ['/user-manager/status-counts', { walletAddress, network: 'ethereum' }],
    ['/token-manager/networks', {}],
  ]
  for (const [path, parameters] of paths) {
    const { status, ms } = await timeRequest(() => server.get(path, parameters))
    expect([path, status]).toEqual([path, 200])
    expect(ms, path).toBeLessThan(2_000)
  }
  const { status, ms } = await timeRequest(async () => ({
    status: (await fetch(`${server.metricsUrl}/metrics`)).status,
  }))
  expect(status).toBe(200)
  expect(ms).toBeLessThan(2_000)
  await Promise.all(waiting)
})

describe('while one network is silent', () => {
  beforeAll(async () => {
    await bothWell()
    networks.proxy.rules([silent])
    await sleep(3_100) // a network's status is fresh for three seconds
  })

  test('the server is ready, and says which network is not', async () => {
    const whole = await server.get('/readyz')
    expect([whole.status, whole.body]).toEqual([
      200,
      {
        ready: true,
        stopping: false,
        store: true,
        networks: [
          { name: 'ethereum', ready: true, status: 'ready', headAgeSeconds: expect.any(Number) },
          { name: 'base', ready: false, status: 'no-answer', headAgeSeconds: null },
        ],
      },
    ])
    const [base, ethereum, polygon, none] = await Promise.all(
      ['base', 'ethereum', 'polygon', 'atlantis'].map((network) => server.get('/readyz', { network })),
    )
    expect([base?.status, base?.body.ready, base?.body.networks.length]).toEqual([503, false, 1])
    expect([ethereum?.status, ethereum?.body.ready]).toEqual([200, true])
    expect([polygon?.body.code, none?.body.code]).toEqual([1007, 1001])
  })

  test('networks are listed at once, each with its status', async () => {
    const statusIn = (body: readonly { name: string; status: string }[]) =>
      ['ethereum', 'base', 'arbitrum', 'polygon'].map((name) => body.find((one) => one.name === name)?.status)
    const seen: unknown[] = []
    for (let i = 0; i < 12; i += 1) {
      const from = performance.now()
      const { body } = await server.get('/token-manager/networks')
      expect(performance.now() - from).toBeLessThan(1_000)
      seen.push(statusIn(body))
      await sleep(1_000)
    }
    expect(seen.at(-1)).toEqual(['online', 'offline', 'offline', 'offline'])
  }, 60_000)

  test('tokens are found at once, and the network that does not answer is named', async () => {
    const networkNames = ['ethereum', 'base']
    // prices of the other network are looked up
    const first = await timeRequest(() => server.post('/token-manager/tokens', { networkNames }))
    expect(first.ms).toBeLessThan(5_000)
    const took: number[] = []
    for (let i = 0; i < 6; i += 1) {
      const from = performance.now()
      const { status, body } = await server.post('/token-manager/tokens', { networkNames })
      took.push(performance.now() - from)
      expect(status).toBe(200)
      for (const { usdPrice, network } of body) if (network.name === 'base') expect(usdPrice).toBeNull()
      await sleep(1_500)
    }
    expect(Math.max(...took)).toBeLessThan(1_500)

    const strange = { searchValue: stableOf('ethereum') } // listed on one of them
    const found = await server.post('/token-manager/tokens', { networkNames, ...strange })
    expect([found.status, found.body.length, found.headers.get('x-networks-incomplete')]).toEqual([200, 1, 'base'])
    const alone = await server.post('/token-manager/tokens', { networkNames: ['base'], ...strange })
    expect([alone.status, alone.body.code]).toEqual([503, 1503])
  }, 60_000)

  test('another server starts, and says which network it refuses for now', async () => {
    const from = Date.now()
    const other = await networks.serve()
    expect(Date.now() - from).toBeLessThan(25_000) // five of them for what is silent, the rest for a busy machine
    expect(other.started.networks).toEqual(['ethereum', 'base'])
    expect(other.started.refused).toEqual([
      { name: 'base', status: 'no-answer', next: 'swapline networks base --check' },
    ])
    expect((await other.quote('ethereum')).status).toBe(200)
    await expect
      .poll(() => other.getOutput().stderr, { timeout: 30_000 })
      .toMatch(
        /"level":40,.*"network":"base","status":"no-answer","msg":"the network is not served: no endpoint answers"/,
      )
    networks.proxy.rules([])
    await expect
      .poll(async () => (await other.get('/readyz', { network: 'base' })).status, { timeout: 30_000 })
      .toBe(200)
    await expect
      .poll(() => other.getOutput().stderr, { timeout: 30_000 })
      .toMatch(/"level":30,.*"network":"base","status":"ready","msg":"the network is served"/)
    await other.end()
  })
})
