import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { isFailure } from '#domain/errors'
import type { Snapshot } from '#domain/pools/snapshot'
import { hex } from '#domain/units'
import { toExplainRequest } from '#engine/explain-request'
import type { Routing } from '#engine/routing'
import { createLocalRouting } from '#engine/routing'
import { createRoutingCore } from '#engine/routing-core'
import { createThreadedRouting } from '#engine/threaded-routing'
import { network } from '#networks/entries/sandbox'
import { type RunningChain, startChain } from '#sandbox/anvil/start'
import { bundleModule } from '../bundle.ts'
import { clock, protocols } from '../chain/setup.ts'
import { createMarketFixture, replayRoute } from './fixture.ts'
import { orders, stuckMs } from './orders.ts'

let chain: RunningChain
let program: Awaited<ReturnType<typeof bundleModule>>
let snapshot: Snapshot
beforeAll(async () => {
  chain = await startChain()
  program = await bundleModule('test/engine/slow-worker.ts')
  const seen = await createMarketFixture(chain.url).chain.survey({
    tokens: network.hubs,
    venues: network.venues,
    reads: [],
    balances: [],
  })
  snapshot = seen.snapshot
})
afterAll(async () => {
  program.remove()
  await chain.stop()
})

let routing: Routing
beforeEach(() => {
  routing = threads({})
})
afterEach(() => routing.stop())

const threads = (more: { count?: number; timeoutMs?: number }) =>
  createThreadedRouting({ clock }, { file: program.path, count: 2, ...more })

const [weth, usdc, usdt] = network.hubs as [Snapshot['pools'][0]['pool']['address'], ...typeof network.hubs]
const { wrapped, name } = network

/** Sells this many units of WETH. */
const selling = (amountIn: bigint, order?: string) => ({
  request: {
    ...{ tokenIn: weth, tokenOut: usdc ?? weth, wrapped, amountIn: amountIn as never },
    ...{ maxHops: 4, maxSplits: 8, maxLegs: 24 },
  },
  include: [],
  exclude: order === undefined ? [] : [order],
  gasPrice: undefined,
})

/** The same pool nearly empty, if it is a pair with USDT. */
const drained = (one: Snapshot['pools'][0]) =>
  one.pool.tokens.includes(usdt ?? weth) && one.pool.venue.protocol === 'uniswap-v2'
    ? { ...one, state: { ...(one.state as object), reserves: [10n ** 9n, 10n ** 9n] } }
    : one

/** Without their durations. */
const answersOf = async (here: Routing, amounts: readonly bigint[]) => {
  const answers = await Promise.all(amounts.map((amount) => here.find(name, selling(amount))))
  return answers.map(({ spent: _, ...answer }) => answer)
}

function expectExact(answers: Awaited<ReturnType<typeof answersOf>>, block: Snapshot): void {
  for (const { route, block: of } of answers) {
    expect(of).toBe(block.block.hash)
    expect(route && replayRoute({ route }, block)).toBe(route?.amountOut)
    expect(route?.amountOut).toBeGreaterThan(0n)
  }
}

const amounts = Array.from({ length: 20 }, (_, i) => 10n ** 18n * BigInt(i + 1))

test('workers answer exactly, block after block, and explain as the core does here', async () => {
  const here = createLocalRouting(createRoutingCore({ protocols, clock }))
  const next = { ...snapshot, pools: snapshot.pools.map(drained) }
  const fewer = { ...next, pools: next.pools.slice(3) }
  const blocks = [snapshot, next, fewer]
  for (const block of blocks) {
    for (const one of [here, routing]) one.updateBlock({ snapshot: block, wrapped })
    const answers = await answersOf(routing, amounts)
    expectExact(answers, block)
    const [first] = answers
    if (first === undefined) throw new Error('nothing was answered')
    const asked = toExplainRequest(selling(1n), first)
    expect(await routing.explain(name, asked)).toEqual(await here.explain(name, asked))
    expect(await routing.explain(name, { ...asked, block: '0x' })).toBeUndefined()
  }
})

test('pools that are in no block are searched in a worker too, with the reasons for the others', async () => {
  const asked = { snapshot, request: selling(10n ** 19n).request }
  const [{ spent: _, ...there }, { spent: __, ...here }] = await Promise.all([
    routing.findOnce(name, asked),
    createLocalRouting(createRoutingCore({ protocols, clock })).findOnce(name, asked),
  ])
  expect(there).toEqual(here)
  expect(here.unused.length).toBeGreaterThan(0)
  expectExact([there], snapshot)
})

test('a query that waited while a block came is answered over that block, and says so', async () => {
  const one = threads({ count: 1 })
  one.updateBlock({ snapshot, wrapped })
  await answersOf(one, amounts)
  const heavy = one.find(name, selling(1n, orders.spin))
  const waited = answersOf(one, amounts)
  const next = { ...snapshot, block: { ...snapshot.block, hash: hex('0x01') }, pools: snapshot.pools.map(drained) }
  one.updateBlock({ snapshot: next, wrapped })
  await heavy
  expectExact(await waited, next)
  await one.stop()
})

test('one slow query does not delay small ones', async () => {
  routing.updateBlock({ snapshot, wrapped })
  await answersOf(routing, amounts) // workers have started
  let isHeavyDone = false
  const heavy = routing.find(name, selling(10n ** 18n, orders.spin)).then(() => {
    isHeavyDone = true
  })
  await answersOf(routing, amounts)
  expect(isHeavyDone).toBe(false)
  await heavy
})

test('a worker that dies fails its own query and no other, and is replaced', async () => {
  routing.updateBlock({ snapshot, wrapped })
  const dying = routing.find(name, selling(1n, orders.die))
  const others = answersOf(routing, amounts)
  await expect(dying).rejects.toSatisfy((error) => isFailure(error, 'ROUTING_LOST') && error.row.http === 503)
  expect(await others).toHaveLength(amounts.length)
  await expect.poll(() => routing.figures()).toMatchObject({ threads: 2, lost: 1, waiting: 0, busy: 0 })
  const killed = [1n, 2n].map((amount) => routing.find(name, selling(amount, orders.die)))
  const after = answersOf(routing, amounts)
  for (const one of await Promise.allSettled(killed)) expect(one.status).toBe('rejected')
  expectExact(await after, snapshot) // both had died: the new ones received the block too
})

test('a search that takes too long is aborted with its worker', async () => {
  const impatient = threads({ count: 1, timeoutMs: 6_000 })
  impatient.updateBlock({ snapshot, wrapped })
  await answersOf(impatient, amounts)
  const before = clock.elapsed()
  await expect(impatient.find(name, selling(1n, orders.stick))).rejects.toMatchObject({ code: 'ROUTING_LOST' })
  expect(clock.elapsed() - before).toBeLessThan(stuckMs / 4)
  expect(await answersOf(impatient, amounts)).toHaveLength(amounts.length)
  await impatient.stop()
})

test('waiting queries are refused when it stops', async () => {
  const one = threads({ count: 1 })
  one.updateBlock({ snapshot, wrapped })
  await answersOf(one, amounts)
  const asked = amounts.map((amount) => one.find(name, selling(amount, orders.spin)))
  const settled = Promise.allSettled(asked)
  await one.stop()
  for (const { status } of await settled) expect(status).toBe('rejected')
})
