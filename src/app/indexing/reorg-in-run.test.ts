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
  const state = { head: 100, forkOf100: 'a', answer: (_: Address): Hex => fee }
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
    read: async (reads: readonly { readonly to: Address }[]) => reads.map(({ to }) => state.answer(to)),
  }
  return { state, chain: chain as unknown as Chain }
}

test('a block that is replaced while the same run goes on from it is read again by a later run', async () => {
  const { state, chain } = createTestChain()
  const { index, list } = createIndex()
  const context = { chain, index, clock: {} as Clock }
  const first = chain.logs
  let asked = 0
  // the head is asked for after the step to 100: by then the chain has been reorganized and is 30 blocks longer
  const growing = {
    ...chain,
    logs: async (search: Parameters<Chain['logs']>[0]) => {
      const found = await first(search)
      asked += 1
      if (asked === 1) Object.assign(state, { forkOf100: 'b', head: 130 })
      return found
    },
  } as Chain
  await indexSource({ ...context, chain: growing }, { venue, creations })
  state.head = 200
  await indexSource(context, { venue, creations })
  expect(list()).toEqual([addressOf(1), addressOf(0xb)])
})

test('a pool that a lagging endpoint does not have yet is not left out for ever', async () => {
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
