/**
 * The index of pools over a real chain: pools created after the sandbox was built are found, reorganized ones removed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDeployedContracts } from '#app/deployed-contracts'
import { createIndexer } from '#app/indexing/indexer'
import { survey } from '#app/quoting/survey'
import { createChain } from '#chain/create-chain'
import { decodeLossless, encodeLossless } from '#domain/lossless-json'
import type { PoolIndex } from '#domain/pools/creations'
import { network } from '#networks/entries/sandbox'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { createPoolIndexStore } from '#store/service/pool-index-store'
import { openDatabase } from '#store/sqlite/open'
import { sqliteSql } from '#store/sqlite/sqlite-sql'
import type { Rule } from '../chain/faults.ts'
import { type FaultProxy, startProxy } from '../chain/proxy.ts'
import { clock, createMemory, protocols } from '../chain/setup.ts'
import { createQuoteRequest } from '../trade/fixture.ts'
import { createPoolMaker, dai, type PoolMaker, swapHook, uni } from './pool-maker.ts'

let node: RunningChain
let proxy: FaultProxy
let make: PoolMaker
let folder: string
beforeAll(async () => {
  node = await startChain()
  make = await createPoolMaker(node.rpc)
})
afterAll(() => node.stop())

let clean: string
beforeEach(async () => {
  clean = await node.rpc('evm_snapshot')
  proxy = await startProxy(node.url)
  folder = mkdtempSync(join(tmpdir(), 'swapline-index-'))
})
afterEach(async () => {
  await proxy.close()
  await node.rpc('evm_revert', clean)
  rmSync(folder, { recursive: true, force: true })
})

const opened = () => createChain({ clock, memory: createMemory(), protocols }, { network, urls: [proxy.url] })

async function indexIn(file = 'index.db'): Promise<PoolIndex> {
  const path = join(folder, file)
  const database = await openDatabase({ path })
  return createPoolIndexStore({ sql: sqliteSql({ path, database: async () => database }) })
}

const upToDate = (index: PoolIndex, steps?: number[]) =>
  createIndexer({ chain: async () => opened(), clock, protocols, index, codec }).index(network.name, {
    onStep: ({ through }) => steps?.push(through),
  })

const codec = { encode: encodeLossless, decode: decodeLossless }

const found = async (index: PoolIndex) =>
  (await index.findBetween(network.name, [uni, dai])).map(({ source, pool }) => [source, pool.address, pool.skipReason])

/** UNI to DAI, as a quote sees it. */
const seen = async (index: PoolIndex | undefined, chain = opened()) =>
  (
    await survey(
      { chain, index, contracts: createDeployedContracts() },
      createQuoteRequest(uni, dai, 10n ** 18n) as never,
    )
  ).snapshot

describe('pools created after the sandbox was built', () => {
  test('are found, read to the wei by their adapters, and cost no round trip', async () => {
    const index = await indexIn()
    const [plain, hooked, weighted, empty] = [
      await make.v4(2_500),
      await make.v4(700, swapHook),
      await make.v2(),
      await make.v3(1),
    ]
    const without = await seen(undefined)
    await upToDate(index)
    expect(await found(index)).toEqual(
      expect.arrayContaining([
        ['uniswap-v4', plain, undefined],
        ['uniswap-v4', hooked, 'hooks'],
        ['balancer-v2', weighted, undefined],
        ['balancer-v3', empty, undefined],
      ]),
    )
    const chain = opened()
    proxy.forget()
    const cold = await seen(index, chain)
    expect(proxy.posts.length).toBeLessThanOrEqual(2)
    proxy.forget()
    const warm = await seen(index, chain)
    expect(proxy.posts).toHaveLength(1)
    expect(warm.pools).toEqual(cold.pools)
    const added = cold.pools
      .map(({ pool }) => pool.address)
      .filter((one) => !without.pools.some(({ pool }) => pool.address === one))
    expect(new Set(added)).toEqual(new Set([plain, weighted]))
    expect(cold.skipped?.map(({ pool, reason }) => [pool.address, reason])).toContainEqual([hooked, 'hooks'])
  })

  test('are used by the next request, without waiting for the next search for pools', async () => {
    const index = await indexIn()
    const chain = opened()
    await upToDate(index)
    const before = (await seen(index, chain)).pools.length
    await make.v2()
    await upToDate(index)
    expect((await seen(index, chain)).pools).toHaveLength(before + 1)
  })

  test('are removed with their block in a reorganization, and those of the new blocks are added', async () => {
    const index = await indexIn()
    const kept = await make.v4(100)
    await upToDate(index)
    const undone = await make.v4(2_500)
    await upToDate(index)
    expect((await found(index)).map(([, address]) => address)).toEqual(expect.arrayContaining([kept, undone]))
    await node.rpc('anvil_reorg', 2, []) // a pool is created in one block and filled in the next
    const instead = await make.v4(2_600)
    await upToDate(index)
    const addresses = (await found(index)).map(([, address]) => address)
    expect(addresses).toEqual(expect.arrayContaining([kept, instead]))
    expect(addresses).not.toContain(undone)
  })
})

test.each([
  ['as long as before', 90],
  ['shorter than before', 20],
])(
  'a pool is removed with a reorganization beyond the blocks that every run reads again; the new part is %s',
  async (_, blocks) => {
    const index = await indexIn()
    const kept = await make.v4(100)
    await upToDate(index)
    const saved = await node.rpc('evm_snapshot')
    const undone = await make.v4(2_500)
    for (let i = 0; i < 3; i++) {
      await node.rpc('anvil_mine', '0x1e')
      await upToDate(index)
    }
    expect((await found(index)).map(([, address]) => address)).toEqual(expect.arrayContaining([kept, undone]))
    await node.rpc('evm_revert', saved)
    await node.rpc('anvil_mine', `0x${blocks.toString(16)}`, '0x2')
    await upToDate(index)
    const addresses = (await found(index)).map(([, address]) => address)
    expect(addresses).toContain(kept)
    expect(addresses).not.toContain(undone)
  },
  300_000,
)

describe('a provider that limits its answers', () => {
  const tooLong = (max: number, code: number, message: string): Rule => ({
    method: 'eth_getLogs',
    when: ({ params: [filter] }) => {
      const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
      return Number(toBlock) - Number(fromBlock) + 1 > max
    },
    fault: { kind: 'error', code, message },
  })

  let empty: string
  beforeAll(async () => {
    empty = await node.rpc('evm_snapshot')
    for (const fee of [100, 200, 300]) await make.v4(fee, fee === 300 ? swapHook : undefined)
    await make.v2()
  })
  afterAll(() => node.rpc('evm_revert', empty))

  test.each([
    ['by blocks, in words', [tooLong(3, -32_602, 'block range is too large')]],
    ['by blocks, with the code of rate limits', [tooLong(7, -32_005, 'query returned more than 10000 results')]],
    ['to one block', [tooLong(1, -32_000, 'exceed maximum block range: 1')]],
    [
      'and reports it with another status',
      [{ ...tooLong(5, 0, ''), fault: { kind: 'status', status: 413 } } satisfies Rule],
    ],
  ])('%s: the index is the same', async (_, rules) => {
    const [one, other] = [await indexIn('one.db'), await indexIn('other.db')]
    const whole: number[] = []
    await upToDate(one, whole)
    proxy.rules(rules)
    const steps: number[] = []
    const ended = await upToDate(other, steps)
    expect(steps.length).toBeGreaterThan(whole.length)
    expect(await found(other)).toEqual(await found(one))
    expect(ended.map(({ through, head }) => head - through)).toEqual(ended.map(() => 0))
  })

  test('that refuses even one block is named with its error message', async () => {
    proxy.rules([tooLong(0, -32_601, 'eth_getLogs is not available on your plan')])
    const failure = await upToDate(await indexIn()).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'NETWORK_UNAVAILABLE', message: expect.stringContaining('not available on') })
  })
})

test('the index of another chain is discarded on a development chain', async () => {
  const index = await indexIn()
  const pool = await make.v4(100)
  await upToDate(index)
  const other = await startChain()
  try {
    await proxy.close()
    proxy = await startProxy(other.url)
    await upToDate(index)
    expect((await found(index)).map(([, address]) => address)).not.toContain(pool)
  } finally {
    await other.stop()
  }
})

test('the index of another chain is kept elsewhere, unless a restart is requested', async () => {
  const index = await indexIn()
  const real = { ...network, chainId: 8_453 }
  const indexed = async (url: string, anew = false) => {
    const chain = createChain({ clock, memory: createMemory(), protocols }, { network: real, urls: [url] })
    return createIndexer({ chain: async () => chain, clock, protocols, index, codec }).index(network.name, {
      restart: anew,
    })
  }
  const one = await startChain({ chainId: 8_453 })
  await sleep(1_100) // only the timestamp of the first block distinguishes one sandbox from another
  const other = await startChain({ chainId: 8_453 })
  try {
    const pool = await (await createPoolMaker(one.rpc)).v4(100)
    const kept = async () => (await found(index)).some(([, address]) => address === pool)
    await indexed(one.url)
    await expect(indexed(other.url)).rejects.toMatchObject({ code: 'INDEX_OF_ANOTHER_CHAIN' })
    expect(await kept()).toBe(true)
    await indexed(other.url, true)
    expect(await kept()).toBe(false)
  } finally {
    await one.stop()
    await other.stop()
  }
})
