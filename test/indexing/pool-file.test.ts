/** What one machine indexed, written to a file and read back by another one, over a real chain. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIndexer } from '#app/indexing/indexer'
import { createChain } from '#chain/create-chain'
import { decodeLossless, encodeLossless } from '#domain/lossless-json'
import type { PoolIndex } from '#domain/pools/creations'
import { network } from '#networks/entries/sandbox'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { createPoolIndexStore } from '#store/service/pool-index-store'
import { openDatabase } from '#store/sqlite/open'
import { sqliteSql } from '#store/sqlite/sqlite-sql'
import { clock, createMemory, protocols } from '../chain/setup.ts'
import { createPoolMaker, dai, swapHook, uni } from './pool-maker.ts'

let node: RunningChain
let folder: string
const codec = { encode: encodeLossless, decode: decodeLossless }

beforeAll(async () => {
  node = await startChain()
  folder = mkdtempSync(join(tmpdir(), 'swapline-pool-file-'))
  const make = await createPoolMaker(node.rpc)
  await make.v4(700, swapHook)
  for (const fee of [100, 200, 300]) await make.v4(fee)
  await make.v2()
  await make.v3(1)
}, 120_000)
afterAll(async () => {
  await node.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function openIndex(name: string, url = node.url, entry = network) {
  const path = join(folder, name)
  const database = await openDatabase({ path })
  const index = createPoolIndexStore({ sql: sqliteSql({ path, database: async () => database }) })
  const asked: number[] = []
  const chain = createChain({ clock, memory: createMemory(), protocols }, { network: entry, urls: [url] })
  const counted = {
    ...chain,
    logs: (search: Parameters<typeof chain.logs>[0]) => {
      asked.push(search.first)
      return chain.logs(search)
    },
  }
  return { index, asked, indexer: createIndexer({ chain: async () => counted, clock, protocols, index, codec }) }
}

const poolsOf = (index: PoolIndex) => index.findBetween(network.name, [uni, dai])

test('a file gives another machine the same pools, and the rest is indexed from its end', async () => {
  const [one, other] = [await openIndex('one.db'), await openIndex('other.db')]
  await one.indexer.index(network.name)
  const text = await one.indexer.exportFile(network.name)
  expect(text.split('\n').filter((line) => line.includes('"block":') && line.includes('"tokens"'))).toHaveLength(6)
  const taken = await other.indexer.importFile(network.name, text)
  expect(taken.toSorted()).toEqual(['balancer-v2', 'balancer-v3', 'uniswap-v4'])
  expect(await poolsOf(other.index)).toEqual(await poolsOf(one.index))
  expect(await poolsOf(other.index)).toHaveLength(6)
  expect(await other.indexer.exportFile(network.name)).toBe(text)

  const end = Number(await node.rpc('eth_blockNumber'))
  const fresh = await (await createPoolMaker(node.rpc)).v4(400)
  await other.indexer.index(network.name)
  expect(Math.min(...other.asked)).toBeGreaterThan(end - 64)
  expect((await poolsOf(other.index)).map(({ pool }) => pool.address)).toContain(fresh)
  // what is known already is not read back
  expect(await other.indexer.importFile(network.name, text)).toEqual([])
  expect((await poolsOf(other.index)).map(({ pool }) => pool.address)).toContain(fresh)
})

test.each([
  ['another network', (text: string) => text.replace('"network":"sandbox"', '"network":"base"'), 'not of'],
  ['another chain id', (text: string) => text.replace('"chainId":31337', '"chainId":1'), 'not of'],
  ['another format', (text: string) => text.replace('swapline-pools/1', 'swapline-pools/2'), 'format'],
  [
    'a block that the chain does not have',
    (text: string) => text.replace(/"hash":"0x../g, '"hash":"0xff'),
    'another one',
  ],
  ['an unknown source', (text: string) => text.replace('"source":"uniswap-v4"', '"source":"other"'), 'no source'],
  ['a pool after the end', (text: string) => text.replace(/"block":\d+\}([,\]])/, '"block":99999999}$1'), 'newer'],
  ['an unknown member of a pool', (text: string) => text.replace('"feePpm":', '"fee":'), 'unknown member'],
  ['half of it', (text: string) => text.slice(0, text.length / 2), ''],
])('a file with %s is refused, and nothing of it is kept', async (_, change, why) => {
  const one = await openIndex('source.db')
  await one.indexer.index(network.name)
  const text = await one.indexer.exportFile(network.name)
  const other = await openIndex(`refuses-${_.replaceAll(' ', '-')}.db`)
  const failure = await other.indexer.importFile(network.name, change(text)).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'POOL_FILE_NOT_VALID', message: expect.stringContaining(why) })
  expect(await poolsOf(other.index)).toEqual([])
})

test('at most so many requests a second', async () => {
  const { indexer, asked } = await openIndex('slow.db')
  const before = performance.now()
  await indexer.index(network.name, { maxPerSecond: 20 })
  // three sources: each asks for the head, the first block, its factory's creation and at least one range of logs
  expect(asked.length).toBeGreaterThanOrEqual(3)
  expect(performance.now() - before).toBeGreaterThan(500)
})
