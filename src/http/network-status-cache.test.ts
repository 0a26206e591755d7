import { expect, test } from 'vitest'
import { fail } from '#domain/errors'
import type { NetworkCheck, NetworkStatus } from '#domain/service'
import { evm, type NetworkName, networkName } from '#domain/units'
import { findNetwork } from '#networks/find'
import { createNetworkStatusCache, findingOf } from './network-status-cache.ts'

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

/** A cache whose looks end when they are told to. */
function opened() {
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
    { patienceMs: 300, onChange: (network: NetworkName, finding) => changes.push(`${network} ${finding}`) },
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
] as const)('is found to be %s', (finding, seen) => {
  expect(findingOf(seen)).toBe(finding)
})

test('many who ask at once cost one look, which is good for three seconds', async () => {
  const { cache, looks, later, end } = opened()
  const asked = [cache.soon(base), cache.soon(base), cache.brief(base)]
  await end(status())
  expect(await Promise.all(asked)).toEqual([status(), status(), status()])
  later(2_999)
  expect(await cache.soon(base)).toEqual(status())
  expect(looks).toHaveLength(1)
  later(1)
  void cache.soon(base)
  expect(looks).toHaveLength(2)
})

test('a look that goes on is waited for so long and no longer, by any caller', async () => {
  const { cache, looks, later } = opened()
  const from = performance.now()
  expect(await cache.soon(base)).toBeUndefined()
  expect(performance.now() - from).toBeGreaterThan(250)
  later(300)
  const again = performance.now()
  expect(await cache.soon(base)).toBeUndefined()
  expect(performance.now() - again).toBeLessThan(100)
  later(60_000)
  expect(await cache.soon(base)).toBeUndefined()
  expect(looks).toHaveLength(1) // never two at once
})

test('a list has what was known last while a look goes on, and nothing once that takes too long', async () => {
  const { cache, later, end } = opened()
  void cache.brief(base)
  await end(status())
  later(3_000)
  const from = performance.now()
  expect(await cache.brief(base)).toEqual(status())
  expect(performance.now() - from).toBeLessThan(1_000)
  later(299)
  expect(await cache.brief(base)).toEqual(status())
  later(1)
  expect(await cache.brief(base)).toBeUndefined()
})

test('what is known is told without a wait; only what was not ready is looked at again for it', async () => {
  const { cache, looks, later, end } = opened()
  expect(cache.known(base)).toBeUndefined()
  expect(looks).toHaveLength(0)
  void cache.soon(base)
  await end(status())
  expect(cache.known(base)).toEqual(status())
  later(3_000)
  expect(cache.known(base)).toBeUndefined() // too long ago
  expect(looks).toHaveLength(1)

  void cache.soon(base)
  const without = status({ contracts: [] })
  await end(without)
  expect(cache.known(base)).toEqual(without)
  later(3_000)
  expect([cache.known(base), cache.known(base)]).toEqual([undefined, undefined])
  expect(looks).toHaveLength(3)
  await end(status())
  expect(cache.known(base)).toEqual(status())
})

test('changes are told once each, and a failure is no answer', async () => {
  const { cache, changes, later, end } = opened()
  for (const found of [
    status(),
    status(),
    status({ contracts: [] }),
    fail('NETWORK_UNAVAILABLE', { network: 'Base', reason: 'no' }),
    status(),
  ]) {
    const seen = cache.soon(base)
    await end(found)
    await seen
    later(3_000)
  }
  expect(changes).toEqual(['base ready', 'base no-router', 'base no-answer', 'base ready'])
})

test('a bug of ours is told to those who ask, and the next one asks again', async () => {
  const { cache, looks, later, end } = opened()
  const seen = expect(cache.soon(base)).rejects.toThrow('a bug')
  await end(new TypeError('a bug'))
  await seen
  later(3_000)
  void cache.soon(base)
  expect(looks).toHaveLength(2)
})
