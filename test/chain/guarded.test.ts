/** An endpoint that falls silent, as a service asks it: over sockets, before a node that works. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createChain } from '#chain/create-chain'
import { network } from '#networks/entries/sandbox'
import { type RunningChain, startChain } from '#sandbox/start'
import type { Fault } from './faults.ts'
import { type FaultProxy, startProxy } from './proxy.ts'
import { clock, createMemory, protocols } from './setup.ts'

let node: RunningChain
let proxy: FaultProxy
beforeAll(async () => {
  node = await startChain()
  proxy = await startProxy(node.url)
})
afterEach(() => {
  proxy.rules([])
  proxy.forget()
})
afterAll(async () => {
  await proxy.close()
  await node.stop()
})

const chainOver = (urls: readonly string[], guarded = true) =>
  createChain({ clock, memory: createMemory(), protocols, guarded }, { network, urls, callSeconds: 1 })

/** How a question ended, and after how many milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<{ readonly result: string; readonly ms: number }> {
  const from = performance.now()
  const result = await work().then(
    () => 'answered',
    (error: Error) => error.message,
  )
  return { result, ms: performance.now() - from }
}

const refusedWords = /\w, and is tried again soon/

describe.each<Fault['kind'][]>([['hang'], ['silence'], ['reset']])('an endpoint that is there and %ss', (kind) => {
  const ill = () => proxy.rules([{ fault: { kind } as Fault }])

  test('costs its time once, then milliseconds, and is found again within seconds', async () => {
    const chain = chainOver([proxy.url])
    expect((await timed(() => chain.head())).result).toBe('answered')
    ill()
    expect((await timed(() => chain.head())).ms).toBeGreaterThan(900)
    const costs: number[] = []
    for (let asked = 0; asked < 30; asked += 1) {
      const { result, ms } = await timed(() => chain.head())
      expect(result).toMatch(refusedWords)
      costs.push(ms)
      await clock.sleep(50)
    }
    costs.sort((a, b) => a - b)
    expect(costs[15]).toBeLessThan(20)
    expect(costs.at(-1)).toBeLessThan(600) // who begins a probe waits for it a quarter of a second
    const probes = proxy.posts.filter((methods) => methods.join() === 'eth_chainId').length
    expect(probes).toBeGreaterThan(0)
    expect(probes).toBeLessThan(6)

    proxy.rules([])
    const back = performance.now()
    while ((await timed(() => chain.head())).result !== 'answered') await clock.sleep(50)
    expect(performance.now() - back).toBeLessThan(6_000) // a probe that is on its way, then a pause of two seconds
    expect((await timed(() => chain.head())).result).toBe('answered')
  })
})

test('the first question after a long silence is answered where the endpoint is back', async () => {
  const chain = chainOver([proxy.url])
  proxy.rules([{ fault: { kind: 'reset' } }])
  await timed(() => chain.head())
  proxy.rules([])
  await clock.sleep(300) // nobody asks
  expect((await timed(() => chain.head())).result).toBe('answered')
})

test('one call that is lost among others that are answered refuses nobody', async () => {
  const chain = chainOver([proxy.url])
  await chain.head()
  proxy.rules([{ method: 'eth_getCode', fault: { kind: 'hang' } }])
  const lost = timed(() => chain.code(network.multicall))
  const asked: Promise<unknown>[] = [lost]
  for (let i = 0; i < 30; i += 1) {
    asked.push(chain.head())
    await clock.sleep(50)
  }
  await Promise.all(asked)
  expect((await lost).result).toMatch(/does not answer within 1 s/)
  expect((await timed(() => chain.head())).result).toBe('answered')
})

test('what a node says itself is an answer', async () => {
  const chain = chainOver([proxy.url])
  proxy.rules([{ method: 'eth_getCode', fault: { kind: 'error', code: -32000, message: 'header not found' } }])
  for (let i = 0; i < 2; i += 1)
    expect((await timed(() => chain.code(network.multicall))).result).toMatch(/header not found/)
  expect((await timed(() => chain.head())).result).toBe('answered')
})

test('with another endpoint nothing is refused', async () => {
  const chain = chainOver([proxy.url, node.url])
  proxy.rules([{ fault: { kind: 'hang' } }])
  expect((await timed(() => chain.head())).result).toBe('answered')
  expect((await timed(() => chain.head())).ms).toBeLessThan(500)
})

test('a command tries an endpoint each time', async () => {
  const chain = chainOver([proxy.url], false)
  proxy.rules([{ fault: { kind: 'hang' } }])
  for (let i = 0; i < 2; i += 1) {
    const { result, ms } = await timed(() => chain.head())
    expect(result).toMatch(/does not answer within 1 s/)
    expect(ms).toBeGreaterThan(900)
  }
})

test('an end gives up what is being asked, and nothing more is asked', async () => {
  const ending = new AbortController()
  const chain = createChain(
    { clock, memory: createMemory(), protocols, ending: ending.signal },
    { network, urls: [proxy.url] },
  )
  proxy.rules([{ fault: { kind: 'hang' } }])
  const asked = timed(() => chain.head())
  await clock.sleep(100)
  ending.abort()
  expect((await asked).ms).toBeLessThan(1_000)
  proxy.forget()
  expect((await timed(() => chain.head())).ms).toBeLessThan(100)
  expect(proxy.posts).toEqual([])
})
