/** Chains have become faster by more than half: what was paid a while ago must still be found. */
import { describe, expect, test } from 'vitest'
import { createCrossingReader } from '#app/crossing/chain-reader'
import { createFinalEnd } from '#app/crossing/final-reader'
import type { Chain } from '#domain/chain/port'
import type { LogSearch } from '#domain/pools/creations'
import { evm, hex, seconds } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

const topic = hex(`0x${'ab'.repeat(32)}`)
const pool = evm(`0x${'22'.repeat(20)}`)
const transaction = hex(`0x${'cd'.repeat(32)}`)
const head = 20_000_000
const deposit = 1_800_000_000

/** A chain that is as many times as fast as its entry says; it paid some seconds after the deposit. */
function createFastChain(times: number, hours: number, paidAfter = 30) {
  const network = getNetworkEntry('scroll')
  const now = deposit + hours * 3_600
  const perSecond = (1_000 / network.blockTimeMs) * times
  const paidIn = head - Math.floor((now - deposit - paidAfter) * perSecond)
  const probed: number[] = []
  const blockAt = (number: number) => ({ number, hash: topic, time: Math.floor(now - (head - number) / perSecond) })
  const find = ({ first, last }: LogSearch) =>
    paidIn >= first && paidIn <= last ? [{ block: paidIn, topics: [topic], data: hex('0x'), transaction }] : []
  const chain = {
    network,
    head: async () => blockAt(head),
    logs: async (search: LogSearch) => ({ logs: find(search), checkpoint: { block: search.last, hash: topic } }),
    blocks: async (numbers: readonly number[]) => {
      probed.push(...numbers)
      return numbers.map(blockAt)
    },
    allReadsWithBlock: async () => [{ block: blockAt(head), answers: [] }],
    nonceAt: async (_: string, number: number) => {
      probed.push(number)
      return [{ endpoint: 'a', block: blockAt(number), nonce: 0 }]
    },
    allLogs: async (search: LogSearch) => [{ logs: find(search), last: blockAt(search.last) }],
  }
  return { chain: chain as unknown as Chain, probed, blockAt }
}

const search = (chain: Chain) => createCrossingReader(chain).logs(pool, [topic], seconds(deposit))
const searchFinal = async (chain: Chain) => (await createFinalEnd(chain)).reader.logs(pool, [topic], seconds(deposit))

describe.each([
  ['one endpoint', search],
  ['all endpoints', searchFinal],
])('by %s', (_, searchBy) => {
  test.each([
    [1, 24],
    [2, 24],
    [3, 1],
    [3, 24],
    [40, 24],
    [400, 24],
  ])('a payment on a chain %i times as fast as its entry says is found after %i hours', async (times, hours) => {
    const { chain, probed } = createFastChain(times, hours)
    expect((await searchBy(chain)).map((log) => log.transaction)).toEqual([transaction])
    expect(probed.length).toBeLessThanOrEqual(11)
  })

  test('so is one on a chain whose clock is behind that of the deposit', async () => {
    expect(await searchBy(createFastChain(2, 24, -240).chain)).toHaveLength(1)
  })
})

test('a chain that keeps its pace is asked for one block’s time', async () => {
  const { chain, probed } = createFastChain(1, 24)
  await search(chain)
  expect(probed).toHaveLength(1)
})

test('without the time of a block the start is unknown', async () => {
  const { chain } = createFastChain(3, 24)
  await expect(search({ ...chain, blocks: async () => [undefined] })).rejects.toThrow(RangeError)
})

test('endpoints that contradict each other about a block’s time start no search', async () => {
  const { chain, blockAt } = createFastChain(3, 24)
  const nonceAt = async (_: string, number: number) =>
    [0, 86_400].map((behind) => {
      const block = blockAt(number)
      const isFinal = number > head - 1_000
      return { endpoint: 'a', nonce: 0, block: { ...block, time: seconds(block.time - (isFinal ? 0 : behind)) } }
    })
  await expect(searchFinal({ ...chain, nonceAt })).rejects.toThrow('contradict each other about block')
})
