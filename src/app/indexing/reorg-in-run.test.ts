/** A chain that is reorganized, or a node that lags, while an index is being built. */
import { expect, test } from 'vitest'
import { readUint } from '#domain/calls/getters'
import { ask } from '#domain/calls/reads'
import type { Chain } from '#domain/chain/port'
import type { Clock } from '#domain/clock'
import type { CreatedPool, IndexCursor, IndexUpdate, PoolCreations, PoolIndex } from '#domain/pools/creations'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { indexSource } from './index-source.ts'

const addressOf = (n: number): Address => evm(`0x${n.toString(16).padStart(40, '0')}`)
const topic = hex(`0x${'11'.repeat(32)}`)
const factory = addressOf(0xfac)
const venue = { protocol: 'toy', name: 'toy', title: '', factory, feesPpm: [] }
const fee = hex(`0x${'0'.repeat(61)}bb8`)

/** A log names its pool, whose fee is read from it. */
const creations: PoolCreations = {
  topics: [topic],
  *pools(_, logs) {
    const pools = logs.map(({ topics: [, pool] }) => evm(String(pool)))
    const fees = yield* ask(...pools.map((pool) => readUint(pool, '0x55c67628')))
    return pools.map((address, i) => ({ address, tokens: [], feePpm: Number(fees[i]), block: logs[i]?.block ?? 0 }))
  },
}

/** As the store keeps it: a step replaces the pools of its blocks. */
function createIndex() {
  let cursor: IndexCursor | undefined
  let pools: CreatedPool[] = []
  const index = {
    cursor: async () => cursor,
    put: async (_: unknown, { version, first, last, marks, pools: found }: IndexUpdate) => {
      if (cursor?.version !== version) return false
      cursor = { version: (version ?? 0) + 1, marks }
      pools = [...pools.filter(({ block }) => block < first || block > last), ...found]
      return true
    },
  } as unknown as PoolIndex
  return { index, list: () => pools.map(({ address }) => address) }
}

/** A chain whose logs and hashes follow from `fork`: one more pool per fork in block 100, at its tip. */
function createTestChain() {
  const state = { head: 100, seen: undefined as number | undefined, forkOf100: 'a', answer: (_: Address): Hex => fee }
  const hashOf = (block: number) => {
    const of = block >= 95 ? state.forkOf100 : 'f'
    return hex(`0x${of.repeat(32)}${String(block).padStart(32, '0')}`)
  }
  const logs = () => [
    { topics: [topic, hex(addressOf(1))], data: hex('0x'), block: 50 },
    { topics: [topic, hex(addressOf(state.forkOf100 === 'a' ? 0xa : 0xb))], data: hex('0x'), block: 100 },
  ]
  const chain = {
    network: { name: 'toy', chainId: 1, confirmations: 12 },
    head: async () => ({ number: state.head }),
    findCreationBlock: async () => 1,
    blocks: async (numbers: readonly number[]) => numbers.map((number) => ({ hash: hashOf(number) })),
    logs: async ({ first, last }: { readonly first: number; readonly last: number }) => ({
      logs: logs().filter(({ block }) => block >= first && block <= last),
      checkpoint: { block: last, hash: hashOf(last) },
    }),
    readWithBlock: async (reads: readonly { readonly to: Address }[]) => ({
      block: { number: state.seen ?? state.head },
      answers: reads.map(({ to }) => state.answer(to)),
    }),
  }
  return { state, chain: chain as unknown as Chain }
}

test('a block that is replaced while the same run goes on from it is read again', async () => {
  const { state, chain } = createTestChain()
  const { index, list } = createIndex()
  const context = { chain, index, clock: {} as Clock }
  const { logs } = chain
  // the head is asked for after the step to 100: by then the chain has been reorganized and is 30 blocks longer
  const growing = {
    ...chain,
    logs: async (search: Parameters<Chain['logs']>[0]) => {
      const found = await logs(search)
      if (search.last === 100) Object.assign(state, { forkOf100: 'b', head: 130 })
      return found
    },
  } as Chain
  expect(await indexSource({ ...context, chain: growing }, { venue, creations })).toMatchObject({ through: 130 })
  expect(list()).toEqual([addressOf(1), addressOf(0xb)])
  state.head = 200
  await indexSource(context, { venue, creations })
  expect(list()).toEqual([addressOf(1), addressOf(0xb)])
})

test('a pool that a lagging endpoint does not have yet is not left out for good', async () => {
  const { state, chain } = createTestChain()
  const { index, list } = createIndex()
  const context = { chain, index, clock: {} as Clock }
  state.answer = (pool) => (pool === addressOf(0xa) ? hex('0x') : fee) // the endpoint of the reads lags a few blocks
  await indexSource(context, { venue, creations })
  state.answer = () => fee
  state.head = 200
  await indexSource(context, { venue, creations })
  expect(list()).toEqual([addressOf(1), addressOf(0xa)])
})

test('a branch that was replaced below a newer block of the chain is read again', async () => {
  const { state, chain } = createTestChain()
  const { index, list } = createIndex()
  const context = { chain, index, clock: {} as Clock }
  await indexSource(context, { venue, creations })
  state.forkOf100 = 'b'
  const { marks = [] } = (await index.cursor({} as never)) ?? {}
  const [newer] = await chain.blocks([130])
  if (newer === undefined) throw new Error('no block')
  const step = { version: 2, first: 101, last: 130, marks: [{ block: 130, hash: newer.hash }, ...marks], pools: [] }
  expect(marks.map(({ block }) => block)).toEqual([100, 84, 0])
  expect(await index.put({} as never, step)).toBe(true)
  state.head = 10_000
  await indexSource(context, { venue, creations })
  expect(list()).toEqual([addressOf(1), addressOf(0xb)])
})

test('an endpoint that is behind leaves no pool out that would not be read again', async () => {
  const { state, chain } = createTestChain()
  const { index, list } = createIndex()
  const context = { chain, index, clock: {} as Clock }
  Object.assign(state, { head: 200, seen: 99, answer: (pool: Address) => (pool === addressOf(0xa) ? hex('0x') : fee) })
  const run = () => indexSource(context, { venue, creations })
  await expect(run()).rejects.toMatchObject({
    ...{ code: 'NETWORK_UNAVAILABLE', details: { reason: 'its endpoint is behind, at block 99' } },
  })
  expect(list()).toEqual([])
  Object.assign(state, { seen: 100 }) // what answers nothing in its own block is no pool, and stops no index
  expect(await run()).toMatchObject({ through: 200 })
  expect(list()).toEqual([addressOf(1)])
})

test('what is settled is not read again', async () => {
  const { state, chain } = createTestChain()
  const { index } = createIndex()
  const searched: (readonly number[])[] = []
  const logs: Chain['logs'] = async (search) => {
    searched.push([search.first, search.last])
    return chain.logs(search)
  }
  const context = { chain: { ...chain, logs }, index, clock: {} as Clock }
  await indexSource(context, { venue, creations })
  state.head = 110
  await indexSource(context, { venue, creations })
  expect(searched).toEqual([
    [1, 84],
    [85, 100],
    [85, 94],
    [95, 110],
  ])
})
