/** A service's endpoint that stops answering, over real sockets, and a second one that works. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createChain } from '#chain/create-chain'
import { network } from '#networks/entries/sandbox'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
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

/** The result of a call, and its duration in milliseconds. */
async function measureCall(work: () => Promise<unknown>): Promise<{ readonly result: string; readonly ms: number }> {
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

  test('costs its time-out once, then milliseconds, and is found again within seconds', async () => {
    const chain = chainOver([proxy.url])
    expect((await measureCall(() => chain.head())).result).toBe('answered')
    ill()
    expect((await measureCall(() => chain.head())).ms).toBeGreaterThan(900)
    const costs: number[] = []
    for (let asked = 0; asked < 30; asked += 1) {
      const { result, ms } = await measureCall(() => chain.head())
      expect(result).toMatch(refusedWords)
      costs.push(ms)
      await clock.sleep(50)
    }
    costs.sort((a, b) => a - b)
    expect(costs[15]).toBeLessThan(20)
    expect(costs.at(-1)).toBeLessThan(900) // the call that begins a probe waits for it a quarter of a second
    const probes = proxy.posts.filter((methods) => methods.join() === 'eth_chainId').length
    expect(probes).toBeGreaterThan(0)
    expect(probes).toBeLessThan(6)

    proxy.rules([])
    const back = performance.now()
    while ((await measureCall(() => chain.head())).result !== 'answered') await clock.sleep(50)
    expect(performance.now() - back).toBeLessThan(12_000) // a probe in flight, then a pause of two seconds
    expect((await measureCall(() => chain.head())).result).toBe('answered')
  })
})

test('the first call after a long silence is answered if the endpoint is back', async () => {
  const chain = chainOver([proxy.url])
  proxy.rules([{ fault: { kind: 'reset' } }])
  await measureCall(() => chain.head())
  proxy.rules([])
  await clock.sleep(300) // no calls
  expect((await measureCall(() => chain.head())).result).toBe('answered')
})

test('one lost call among answered ones causes no refusals', async () => {
  const chain = chainOver([proxy.url])
  await chain.head()
  proxy.rules([{ method: 'eth_getCode', fault: { kind: 'hang' } }])
  const lost = measureCall(() => chain.code(network.multicall))
  const asked: Promise<unknown>[] = [lost]
  for (let i = 0; i < 30; i += 1) {
    asked.push(chain.head())
    await clock.sleep(50)
  }
  await Promise.all(asked)
  expect((await lost).result).toMatch(/does not answer within 1 s/)
  expect((await measureCall(() => chain.head())).result).toBe('answered')
})

test('an error that the node reports itself counts as an answer', async () => {
  const chain = chainOver([proxy.url])
  proxy.rules([{ method: 'eth_getCode', fault: { kind: 'error', code: -32000, message: 'header not found' } }])
  for (let i = 0; i < 2; i += 1)
    expect((await measureCall(() => chain.code(network.multicall))).result).toMatch(/header not found/)
  expect((await measureCall(() => chain.head())).result).toBe('answered')
})

test('with another endpoint nothing is refused', async () => {
  const chain = chainOver([proxy.url, node.url])
  proxy.rules([{ fault: { kind: 'hang' } }])
  expect((await measureCall(() => chain.head())).result).toBe('answered')
  expect((await measureCall(() => chain.head())).ms).toBeLessThan(500)
})

test('a command tries an endpoint each time', async () => {
  const chain = chainOver([proxy.url], false)
  proxy.rules([{ fault: { kind: 'hang' } }])
  for (let i = 0; i < 2; i += 1) {
    const { result, ms } = await measureCall(() => chain.head())
    expect(result).toMatch(/does not answer within 1 s/)
    expect(ms).toBeGreaterThan(900)
  }
})

test('closing cancels pending calls, and no more are sent', async () => {
  const ending = new AbortController()
  const chain = createChain(
    { clock, memory: createMemory(), protocols, signal: ending.signal },
    { network, urls: [proxy.url] },
  )
  proxy.rules([{ fault: { kind: 'hang' } }])
  const asked = measureCall(() => chain.head())
  await clock.sleep(100)
  ending.abort()
  expect((await asked).ms).toBeLessThan(1_000)
  proxy.forget()
  expect((await measureCall(() => chain.head())).ms).toBeLessThan(100)
  expect(proxy.posts).toEqual([])
})
