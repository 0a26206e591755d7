import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { isFailure } from '#domain/errors'
import type { Snapshot } from '#domain/snapshot'
import { createCore } from '#engine/core'
import type { Routing } from '#engine/routing'
import { routingHere } from '#engine/routing'
import { createThreads } from '#engine/threads'
import { network } from '#networks/entries/sandbox'
import { type RunningChain, startChain } from '#sandbox/start'
import { bundled } from '../bundle.ts'
import { clock, protocols } from '../chain/setup.ts'
import { orders, spinMs } from './orders.ts'
import { openStage } from './stage.ts'

let chain: RunningChain
let program: Awaited<ReturnType<typeof bundled>>
let snapshot: Snapshot
beforeAll(async () => {
  chain = await startChain()
  program = await bundled('test/engine/slow-worker.ts')
  const seen = await openStage(chain.url).chain.survey({
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

const threads = (more: { count?: number; mostMs?: number }) =>
  createThreads({ clock }, { file: program.path, count: 2, ...more })

const [weth, usdc, usdt] = network.hubs as [Snapshot['pools'][0]['pool']['address'], ...typeof network.hubs]
const { wrapped, name } = network

/** Sells so many units of WETH. */
const selling = (amountIn: bigint, order?: string) => ({
  request: {
    ...{ tokenIn: weth, tokenOut: usdc ?? weth, wrapped, amountIn: amountIn as never },
    ...{ maxHops: 4, maxSplits: 8, maxLegs: 24 },
  },
  include: [],
  exclude: order === undefined ? [] : [order],
  gasPrice: undefined,
})

/** Without how long they took. */
const answersOf = async (here: Routing, amounts: readonly bigint[]) => {
  const answers = await Promise.all(amounts.map((amount) => here.find(name, selling(amount))))
  return answers.map(({ spent: _, ...answer }) => answer)
}

const amounts = Array.from({ length: 20 }, (_, i) => 10n ** 18n * BigInt(i + 1))

test('threads answer what the core answers here, block after block', async () => {
  const here = routingHere(createCore({ protocols, clock }))
  const half = (one: Snapshot['pools'][0]) =>
    one.pool.tokens.includes(usdt ?? weth) && one.pool.venue.protocol === 'uniswap-v2'
      ? { ...one, state: { ...(one.state as object), reserves: [10n ** 18n, 10n ** 18n] } }
      : one
  const next = { ...snapshot, pools: snapshot.pools.map(half) }
  const fewer = { ...next, pools: next.pools.slice(3) }
  const blocks = [snapshot, next, fewer]
  for (const block of blocks) {
    for (const one of [here, routing]) one.see({ snapshot: block, wrapped })
    const answers = await answersOf(routing, amounts)
    expect(answers).toEqual(await answersOf(here, amounts))
    const asked = { question: selling(1n), route: answers[0]?.route, block: block.block.hash }
    expect(await routing.explain(name, asked)).toEqual(await here.explain(name, asked))
    expect(await routing.explain(name, { ...asked, block: '0x' })).toBeUndefined()
  }
})

test('one heavy question does not keep small ones waiting', async () => {
  routing.see({ snapshot, wrapped })
  await answersOf(routing, amounts) // threads have started
  let isHeavyDone = false
  const heavy = routing.find(name, selling(10n ** 18n, orders.spin)).then(() => {
    isHeavyDone = true
  })
  await answersOf(routing, amounts)
  expect(isHeavyDone).toBe(false)
  await heavy
})

test('a thread that dies takes its own question with it and no other, and is replaced', async () => {
  routing.see({ snapshot, wrapped })
  const dying = routing.find(name, selling(1n, orders.die))
  const others = answersOf(routing, amounts)
  await expect(dying).rejects.toSatisfy((error) => isFailure(error, 'ROUTING_LOST') && error.row.http === 503)
  expect(await others).toHaveLength(amounts.length)
  await expect.poll(() => routing.figures()).toMatchObject({ threads: 2, lost: 1, waiting: 0, busy: 0 })
  const killed = [1n, 2n].map((amount) => routing.find(name, selling(amount, orders.die)))
  const after = answersOf(routing, amounts)
  for (const one of await Promise.allSettled(killed)) expect(one.status).toBe('rejected')
  expect(await after).toEqual(await others) // both were gone: the new ones were shown the block too
})

test('a search that takes too long is given up, and its thread with it', async () => {
  const impatient = threads({ count: 1, mostMs: 1_500 })
  impatient.see({ snapshot, wrapped })
  await answersOf(impatient, amounts)
  const before = clock.elapsed()
  await expect(impatient.find(name, selling(1n, orders.spin))).rejects.toMatchObject({ code: 'ROUTING_LOST' })
  expect(clock.elapsed() - before).toBeLessThan(spinMs)
  expect(await answersOf(impatient, amounts)).toHaveLength(amounts.length)
  await impatient.stop()
})

test('what waits when it stops is refused', async () => {
  const one = threads({ count: 1 })
  one.see({ snapshot, wrapped })
  await answersOf(one, amounts)
  const asked = amounts.map((amount) => one.find(name, selling(amount, orders.spin)))
  const settled = Promise.allSettled(asked)
  await one.stop()
  for (const { status } of await settled) expect(status).toBe('rejected')
})
