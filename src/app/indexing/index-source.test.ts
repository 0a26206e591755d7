import { expect, test } from 'vitest'
import { readUint } from '#domain/calls/getters'
import { ask } from '#domain/calls/reads'
import type { Chain } from '#domain/chain/port'
import type { Clock } from '#domain/clock'
import { fail } from '#domain/errors'
import type { ContractLog, CreatedPool, PoolCreations, PoolIndex } from '#domain/pools/creations'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { indexSource } from './index-source.ts'

const addressOf = (n: number): Address => evm(`0x${n.toString(16).padStart(40, '0')}`)
const hash = hex(`0x${'11'.repeat(32)}`)
const head = 10
const factory = addressOf(0xfac)
const venue = { protocol: 'toy', name: 'toy', title: '', factory, feesPpm: [] }

/** A log names its pool, whose fee is read from it. */
const creations: PoolCreations = {
  topics: [hash],
  *pools(_, logs) {
    const pools = logs.map(({ topics: [, pool] }) => evm(String(pool)))
    const fees = yield* ask(...pools.map((pool) => readUint(pool, '0x55c67628')))
    return pools.map((address, i) => ({ address, tokens: [], feePpm: Number(fees[i]), block: 7 }))
  },
}

/** A chain whose contracts answer as `answerOf` says, with one log for each of them. */
function createContext(contracts: readonly Address[], answerOf: (contract: Address) => Hex) {
  const stored: CreatedPool[] = []
  const logs: readonly ContractLog[] = contracts.map((pool) => ({
    topics: [hash, hex(pool)],
    data: hex('0x'),
    block: 7,
  }))
  const chain = {
    network: { name: 'toy', chainId: 1, confirmations: 1 },
    head: async () => ({ number: head }),
    findCreationBlock: async () => 1,
    blocks: async () => [{ hash }],
    logs: async () => ({ logs, checkpoint: { block: head, hash } }),
    readWithBlock: async (reads: readonly { readonly to: Address }[]) => ({
      block: { number: head },
      answers: reads.map(({ to }) => answerOf(to)),
    }),
  }
  const index: Pick<PoolIndex, 'cursor' | 'put'> = {
    cursor: async () => undefined,
    put: async (_, { pools }) => stored.push(...pools) >= 0,
  }
  const context = { chain: chain as unknown as Chain, index: index as PoolIndex, clock: {} as Clock }
  return { context, stored }
}

const fee = hex(`0x${'0'.repeat(61)}bb8`)

test('a pool that cannot be decoded is left out of the index, and the others are in it', async () => {
  const contracts = Array.from({ length: 130 }, (_, i) => addressOf(i + 1))
  const broken = addressOf(77)
  const { context, stored } = createContext(contracts, (contract) => (contract === broken ? hex('0x') : fee))
  const { through } = await indexSource(context, { venue, creations })
  expect(through).toBe(head)
  expect(stored.map(({ address }) => address)).toEqual(contracts.filter((one) => one !== broken))
})

test('a node that fails stops the index, because nothing is known of the pools', async () => {
  const { context, stored } = createContext([addressOf(1)], () => {
    throw fail('NETWORK_UNAVAILABLE', { network: 'toy' } as never)
  })
  await expect(indexSource(context, { venue, creations })).rejects.toMatchObject({ code: 'NETWORK_UNAVAILABLE' })
  expect(stored).toEqual([])
})
