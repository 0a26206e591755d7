import { expect, test } from 'vitest'
import { fail } from '#domain/errors'
import type { NetworkCheck, NetworkStatus } from '#domain/service/service'
import { evm, type NetworkName, networkName } from '#domain/units'
import { findNetwork } from '#networks/find'
import { createNetworkStatusCache, healthOf } from './network-status-cache.ts'

const base = networkName('base')
const router = { name: 'router', address: evm(`0x${'1'.repeat(40)}`), ok: true }
const check: NetworkCheck = {
  rpc: 'rpc.example',
  latencyMs: 10,
  head: 1,
  headAgeSeconds: 2,
  chainIdOk: true,
  contracts: [router],
  eip1559: true,
  problem: undefined,
}
const status = (more: Partial<NetworkCheck> = {}): NetworkStatus => ({
  listing: findNetwork('base'),
  state: 'ready',
  check: { ...check, ...more },
})

/** A cache whose status requests end on command. */
function createCache() {
  let now = 0
  const looks: ((found: NetworkStatus | Error) => void)[] = []
  const changes: string[] = []
  const cache = createNetworkStatusCache(
    {
      clock: { elapsed: () => now },
      networkStatus: () =>
        new Promise((resolve, reject) => {
          looks.push((found) => (found instanceof Error ? reject(found) : resolve(found)))
        }),
    },
    { timeoutMs: 300, onChange: (network: NetworkName, health) => changes.push(`${network} ${health}`) },
  )
  const later = (milliseconds: number) => {
    now += milliseconds
  }
  const end = async (found: NetworkStatus | Error) => {
    looks.at(-1)?.(found)
    await Promise.resolve()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  return { cache, looks, changes, later, end }
}

test.each([
  ['ready', status()],
  ['no-router', status({ contracts: [{ ...router, ok: false }] })],
  ['no-answer', status({ chainIdOk: false, failure: 'NETWORK_UNAVAILABLE' })],
  ['stale-head', status({ chainIdOk: false, failure: 'STALE_HEAD' })],
  ['wrong-chain', status({ chainIdOk: false, failure: 'WRONG_CHAIN' })],
  ['no-answer', undefined],
] as const)('is found to be %s', (health, seen) => {
  expect(healthOf(seen)).toBe(health)
})

test('concurrent callers share one request, which stays fresh for three seconds', async () => {
  const { cache, looks, later, end } = createCache()
  const asked = [cache.get(base), cache.get(base), cache.getLast(base)]
  await end(status())
  expect(await Promise.all(asked)).toEqual([status(), status(), status()])
  later(2_999)
  expect(await cache.get(base)).toEqual(status())
  expect(looks).toHaveLength(1)
  later(1)
  void cache.get(base)
  expect(looks).toHaveLength(2)
})

test('every caller waits for a running request up to the time limit', async () => {
  const { cache, looks, later } = createCache()
  const from = performance.now()
  expect(await cache.get(base)).toBeUndefined()
  expect(performance.now() - from).toBeGreaterThan(250)
  later(300)
  const again = performance.now()
  expect(await cache.get(base)).toBeUndefined()
  expect(performance.now() - again).toBeLessThan(100)
  later(60_000)
  expect(await cache.get(base)).toBeUndefined()
  expect(looks).toHaveLength(1) // never two at once
})

test('a list gets the last known status during a request, and nothing once that takes too long', async () => {
  const { cache, later, end } = createCache()
  void cache.getLast(base)
  await end(status())
  later(3_000)
  const from = performance.now()
  expect(await cache.getLast(base)).toEqual(status())
  expect(performance.now() - from).toBeLessThan(1_000)
  later(299)
  expect(await cache.getLast(base)).toEqual(status())
  later(1)
  expect(await cache.getLast(base)).toBeUndefined()
})

test('peek returns a known status at once; only one that was not ready is requested again', async () => {
  const { cache, looks, later, end } = createCache()
  expect(cache.peek(base)).toBeUndefined()
  expect(looks).toHaveLength(0)
  void cache.get(base)
  await end(status())
  expect(cache.peek(base)).toEqual(status())
  later(3_000)
  expect(cache.peek(base)).toBeUndefined() // too long ago
  expect(looks).toHaveLength(1)

  void cache.get(base)
  const without = status({ contracts: [] })
  await end(without)
  expect(cache.peek(base)).toEqual(without)
  later(3_000)
  expect([cache.peek(base), cache.peek(base)]).toEqual([undefined, undefined])
  expect(looks).toHaveLength(3)
  await end(status())
  expect(cache.peek(base)).toEqual(status())
})

test('reports each change once, and a failure is not an answer', async () => {
  const { cache, changes, later, end } = createCache()
  for (const found of [
    status(),
    status(),
    status({ contracts: [] }),
    fail('NETWORK_UNAVAILABLE', { network: 'Base', reason: 'no' }),
    status(),
  ]) {
    const seen = cache.get(base)
    await end(found)
    await seen
    later(3_000)
  }
  expect(changes).toEqual(['base ready', 'base no-router', 'base no-answer', 'base ready'])
})

test('a bug of ours reaches its callers, and the next caller retries', async () => {
  const { cache, looks, later, end } = createCache()
  const seen = expect(cache.get(base)).rejects.toThrow('a bug')
  await end(new TypeError('a bug'))
  await seen
  later(3_000)
  void cache.get(base)
  expect(looks).toHaveLength(2)
})
