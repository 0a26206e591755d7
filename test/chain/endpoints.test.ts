import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createChain } from '#chain/create-chain'
import { isFailure } from '#domain/errors'
import type { Network } from '#domain/network'
import { evm, networkName, wei } from '#domain/units'
import { type Anvil, startAnvil } from './anvil.ts'
import type { Fault, Rule } from './faults.ts'
import { type FaultProxy, startProxy } from './proxy.ts'
import { clock, createMemory, protocols } from './setup.ts'

let anvil: Anvil
let proxy: FaultProxy
let spare: FaultProxy
beforeAll(async () => {
  anvil = await startAnvil(['--chain-id', '10'])
  proxy = await startProxy(anvil.url)
  spare = await startProxy(anvil.url)
})
afterAll(async () => {
  await Promise.all([proxy.close(), spare.close()])
  await anvil.close()
})
afterEach(() => {
  slept.length = 0
  for (const one of [proxy, spare]) {
    one.rules([])
    one.forget()
  }
})

const network: Network = {
  name: networkName('somewhere'),
  title: 'Somewhere',
  family: 'evm',
  chainId: 10,
  native: { symbol: 'ETH', name: 'Ether', decimals: 18 },
  wrapped: evm(`0x${'11'.repeat(20)}`),
  fees: 'eip-1559',
  rpc: [],
  explorer: undefined,
  multicall: evm(`0x${'22'.repeat(20)}`),
  blockTimeMs: 2_000,
  confirmations: 1,
  maxGasPrice: wei(500_000_000_000n),
  gasBudgetFloor: wei(10n ** 16n),
  router: 'cancun',
  hubs: [],
  stables: [],
  tokens: [],
  venues: [],
}
const rich = evm('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
const slept: number[] = []
const sleep = (milliseconds: number) => Promise.resolve(void slept.push(milliseconds))
const context = { clock: { ...clock, sleep }, memory: createMemory(), protocols }
const over = (urls: readonly string[], options = {}) =>
  createChain(context, { network, urls, callSeconds: 1, ...options })
const rule = (fault: Fault, more: Partial<Rule> = {}): Rule => ({ ...more, fault })

const reasonOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => 'it worked',
    (thrown: unknown) => thrown,
  )
  return isFailure(error, 'NETWORK_UNAVAILABLE') ? error.details.reason : String(error)
}

const passing: readonly (readonly [string, Fault])[] = [
  ['429', { kind: 'status', status: 429 }],
  ['503', { kind: 'status', status: 503 }],
  ['a reset', { kind: 'reset' }],
  ['a lost answer', { kind: 'lose' }],
  ['a body cut short', { kind: 'truncate' }],
  ['a page of HTML', { kind: 'html' }],
  ['answers to other requests', { kind: 'wrong-id' }],
  ['a limit of the provider', { kind: 'error', code: -32005, message: 'daily request count exceeded' }],
]

test.each(passing)('a read is retried after %s', async (_, fault) => {
  proxy.rules([rule(fault, { times: 2 })])
  expect(await over([proxy.url]).balance(rich)).toBe(10_000n * 10n ** 18n)
  expect(proxy.posts).toHaveLength(3)
  expect(slept).toEqual([200, 800])
})

test('an endpoint that asks for time gets it', async () => {
  proxy.rules([rule({ kind: 'status', status: 429, headers: { 'retry-after': '3' } }, { times: 1 })])
  expect(await over([proxy.url]).balance(rich)).toBeGreaterThan(0n)
  expect(slept).toEqual([3_000])
})

test.each(passing)('after %s that does not pass, the next endpoint is asked', async (_, fault) => {
  proxy.rules([rule(fault)])
  const chain = over([proxy.url, spare.url])
  expect(await chain.balance(rich)).toBe(10_000n * 10n ** 18n)
  proxy.forget()
  await chain.balance(rich)
  expect(proxy.posts).toHaveLength(0)
})

test.each([
  ['does not answer within 1 s', { kind: 'hang' }],
  ['does not answer within 1 s', { kind: 'silence' }],
  ['returns an answer that is too long', { kind: 'flood' }, 30],
  ['redirects to another address', { kind: 'status', status: 302, headers: { location: 'http://127.0.0.1:9/' } }],
  ['answers 401', { kind: 'status', status: 401 }],
  ['answers 429', { kind: 'status', status: 429, headers: { 'retry-after': '3600' } }],
] as const)('reports that it %s, and asks it only once', async (words, fault, callSeconds: number = 1) => {
  proxy.rules([rule(fault)])
  const { host } = new URL(proxy.url)
  expect(await reasonOf(over([proxy.url], { callSeconds }).head())).toBe(`${host} ${words}`)
  expect(proxy.posts).toHaveLength(1)
})

test('never shows what may be a key', async () => {
  const secret = 'k3y-0123456789abcdef'
  const words = `no project ${secret}, see https://example.org/${secret} \u001b[31m`
  proxy.rules([rule({ kind: 'error', code: -32000, message: words })])
  const port = new URL(proxy.url).port
  const log: string[] = []
  const urls = [`http://user:${secret}@127.0.0.1:${port}/v3/${secret}?apikey=${secret}`]
  const chain = createChain({ ...context, log: (line) => log.push(line) }, { network, urls })
  const reason = await reasonOf(chain.balance(rich))
  expect(reason).toBe(`127.0.0.1:${port} says: no project …, see … [31m`)
  expect(log).toEqual([reason])
  expect(await reasonOf(over([`http://127.0.0.1:9/${secret}`]).head())).toBe('127.0.0.1:9 refuses the connection')
})

test('plain http is accepted for this machine only', async () => {
  expect(await reasonOf(over(['http://rpc.example.org/key', 'nonsense']).head())).toBe(
    'rpc.example.org must be https; one of the URLs is not valid',
  )
  expect(await reasonOf(over([]).head())).toBe('none is set')
})

test('an endpoint of another chain is rejected', async () => {
  const other = await startAnvil(['--chain-id', '11'])
  const details = { network: 'Somewhere', expected: 10, actual: '11' }
  await expect(over([other.url]).balance(rich)).rejects.toMatchObject({ code: 'WRONG_CHAIN', details })
  await expect(over([other.url]).nonces(rich)).rejects.toMatchObject({ code: 'WRONG_CHAIN' })
  await expect(
    over([other.url]).broadcast({ raw: '0x02', hash: '0x' } as never, 'one', async () => undefined),
  ).rejects.toMatchObject({
    code: 'WRONG_CHAIN',
  })
  expect(await over([other.url, proxy.url]).balance(rich)).toBeGreaterThan(0n)
  await other.close()
})

test('the chain id is checked again before nonces are read', async () => {
  const chain = over([proxy.url])
  expect(await chain.nonces(rich)).toMatchObject({ latest: 0, pending: 0, head: { number: 0 } })
  proxy.rules([rule({ kind: 'forge', answer: (real) => ({ ...real, result: '0x1' }) }, { method: 'eth_chainId' })])
  expect(await chain.balance(rich)).toBeGreaterThan(0n)
  await expect(chain.nonces(rich)).rejects.toMatchObject({ code: 'WRONG_CHAIN', details: { actual: '1' } })
})

test('the chain id is checked again before all endpoints are read', async () => {
  const chain = over([proxy.url])
  expect(await chain.allReadsWithBlock([])).toMatchObject([{ block: { number: 0 } }])
  proxy.rules([rule({ kind: 'forge', answer: (real) => ({ ...real, result: '0x1' }) }, { method: 'eth_chainId' })])
  await expect(chain.allReadsWithBlock([])).rejects.toMatchObject({ code: 'WRONG_CHAIN', details: { actual: '1' } })
})

test('a read tells of which branch it is by the block of another height, if the endpoint has one', async () => {
  const chain = over([proxy.url])
  const { hash } = await chain.head()
  expect(await chain.readWithBlock([], 0)).toMatchObject({ block: { number: 0 }, ancestor: { number: 0, hash } })
  expect(await chain.allReadsWithBlock([], 0)).toMatchObject([{ ancestor: { number: 0, hash } }])
  expect(await chain.readWithBlock([], 7)).not.toHaveProperty('ancestor')
  expect(await chain.readWithBlock([])).not.toHaveProperty('ancestor')
})

test('a head far behind the clock is refused, except from a development node', async () => {
  const client = rule(
    { kind: 'forge', answer: (real) => ({ ...real, result: 'Geth/v1.14' }) },
    { method: 'web3_clientVersion' },
  )
  const late = { ...clock, now: () => (clock.now() + 1_000) as ReturnType<typeof clock.now> }
  const chain = createChain({ ...context, clock: late }, { network, urls: [proxy.url] })
  expect((await chain.head()).number).toBe(0)
  proxy.rules([client])
  await expect(chain.head()).rejects.toMatchObject({ code: 'STALE_HEAD', details: { network: 'Somewhere' } })
})

test('a node that takes no batches is asked call by call', async () => {
  const single = await startProxy(anvil.url)
  single.rules([rule({ kind: 'no-batch' })])
  expect((await over([single.url]).head()).number).toBe(0)
  await single.close()
})

test('a read survives a kept connection that the server has closed, and compressed answers are accepted', async () => {
  const seen = new WeakSet()
  const server = createServer((incoming, outgoing) => {
    const isOld = seen.has(incoming.socket)
    seen.add(incoming.socket)
    if (isOld) incoming.socket.destroy()
    else
      text(incoming).then((body) => {
        const calls = JSON.parse(body) as { id: number; method: string }[]
        const block = { number: '0x1', hash: `0x${'0b'.repeat(32)}`, timestamp: '0x1' }
        const results: Readonly<Record<string, unknown>> = { eth_chainId: '0xa', eth_getBlockByNumber: block }
        const answers = calls.map(({ id, method }) => ({ id, result: results[method] ?? '0x7' }))
        outgoing.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(answers)))
      }, outgoing.destroy)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const chain = over([`http://127.0.0.1:${(server.address() as AddressInfo).port}`])
  expect([await chain.balance(rich), await chain.nonces(rich)]).toMatchObject([7n, { latest: 7, pending: 7 }])
  expect(slept).toEqual([])
  server.close()
})

test('fees let the base fee double', async () => {
  const { baseFeePerGas } = await anvil.rpc<{ baseFeePerGas: string[] }>('eth_feeHistory', '0xa', 'latest', [50])
  const next = BigInt(baseFeePerGas.at(-1) ?? '0')
  const fees = await over([proxy.url]).fees()
  if (fees.type !== 2) throw new Error('the chain has a base fee')
  expect(fees.maxFeePerGas).toBe(2n * next + fees.maxPriorityFeePerGas)
  expect(fees.maxPriorityFeePerGas).toBeGreaterThanOrEqual(1_000_000n)
})

test('a chain from before base fees has a gas price', async () => {
  const legacy = await startAnvil(['--chain-id', '10', '--hardfork', 'berlin'])
  const gasPrice = BigInt(await legacy.rpc<string>('eth_gasPrice'))
  expect(await over([legacy.url]).fees()).toEqual({ type: 0, gasPrice })
  await legacy.close()
})
