/** A service over a warm market: pools created while it runs are added without a survey of the chain. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { followHead } from '#app/indexing/follow-head'
import { createIndexer } from '#app/indexing/indexer'
import { decodeLossless, encodeLossless } from '#domain/lossless-json'
import { network } from '#networks/entries/sandbox'
import { startChain } from '#sandbox/anvil/start'
import { createPoolIndexStore } from '#store/service/pool-index-store'
import { openDatabase } from '#store/sqlite/open'
import { sqliteSql } from '#store/sqlite/sqlite-sql'
import { clock, protocols } from '../chain/setup.ts'
import { createMarketFixture, createQuoteQuery } from '../engine/fixture.ts'
import { createPoolMaker } from './pool-maker.ts'

async function rig() {
  const node = await startChain()
  const folder = mkdtempSync(join(tmpdir(), 'swapline-keep-'))
  const path = join(folder, 'index.db')
  const database = await openDatabase({ path })
  const index = createPoolIndexStore({ sql: sqliteSql({ path, database: async () => database }) })
  const stage = createMarketFixture(node.url, undefined, { index })
  const context = {
    clock: { ...clock, sleep: () => sleep(5) },
    chain: async () => stage.chain,
    protocols,
    index,
    followed: () => stage.market.figures().block,
    found: (_: unknown, pools: Parameters<typeof stage.market.addPools>[0]) => stage.market.addPools(pools),
    failed: (_: unknown, error: unknown) => stage.failures.push(error),
  }
  const close = async () => {
    database.close()
    await node.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { node, index, stage, context, close, make: await createPoolMaker(node.rpc) }
}

const codec = { encode: encodeLossless, decode: decodeLossless }

test('a pool created after the pair was requested is in the routes of the next block', async () => {
  const { index, stage, context, make, close } = await rig()
  // the new pool sells UNI far below the market
  const question = createQuoteQuery(['DAI', 'UNI'], 1_000)
  const uses = async () => (await stage.quote(question)).route.legs.map(({ pool }) => pool.address)
  await createIndexer({ ...context, index, codec }).index(network.name)
  const keeping = followHead(context, [network.name])
  try {
    await uses()
    await stage.market.followHead()
    const pool = await make.v2()
    await stage.market.followHead()
    expect(await uses()).not.toContain(pool)
    const known = async () => (await index.counts(sourceOf('balancer-v2')))[''] === 1
    while (!(await known())) await sleep(5)
    await sleep(20)
    const before = stage.market.figures().pools
    await make.v3(7)
    await stage.market.followHead()
    expect(stage.market.figures().pools).toBe(before + 1)
    expect(await uses()).toContain(pool)
    expect(stage.failures).toEqual([])
  } finally {
    await keeping.stop()
    await close()
  }
})

test('an index that was never started is not started by a service', async () => {
  const { index, stage, context, make, close } = await rig()
  const keeping = followHead(context, [network.name])
  try {
    await stage.quote(createQuoteQuery(['UNI', 'DAI'], 1))
    await stage.market.followHead()
    await make.v2()
    await stage.market.followHead()
    await sleep(200)
    expect(await index.cursor(sourceOf('balancer-v2'))).toBeUndefined()
    expect(stage.failures).toEqual([])
  } finally {
    await keeping.stop()
    await close()
  }
})

function sourceOf(name: string) {
  const venue = network.venues.find((one) => one.name === name)
  if (venue === undefined) throw new Error(`no ${name}`)
  return { network: network.name, source: name, factory: venue.factory }
}
