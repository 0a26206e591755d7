import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EndpointFault } from '#chain/rpc/endpoint-fault'
import type { RpcAnswer, RpcCall } from '#chain/rpc/json-rpc'
import { evm, type Hex, hex } from '#domain/units'
import { findTransfers } from './transfers.ts'

const account = evm(`0x${'a1'.repeat(20)}`)
const hashOf = (n: number): Hex => hex(`0x${n.toString(16).padStart(64, '0')}`)

type Refusal = (blocks: number) => RpcAnswer | EndpointFault | undefined

/** A node with a transfer in each of these blocks that refuses some ranges. */
function nodeWith(blocks: readonly number[], refusal: Refusal) {
  const asked: number[] = []
  const answer = ({ params: [filter] }: RpcCall): RpcAnswer => {
    const { fromBlock, toBlock, topics } = filter as { fromBlock: string; toBlock: string; topics: unknown[] }
    const [first, last] = [Number(fromBlock), Number(toBlock)]
    asked.push(last - first + 1)
    const refused = refusal(last - first + 1)
    if (refused instanceof EndpointFault) throw refused
    // Only the sender's transfers: one found both ways must be listed once.
    const found = topics.length === 2 ? blocks : blocks.slice(0, 1)
    const logs = found
      .filter((block) => block >= first && block <= last)
      .map((block) => ({ blockNumber: `0x${block.toString(16)}`, transactionHash: hashOf(block) }))
    return refused ?? { result: logs }
  }
  return { asked, ask: async (calls: readonly RpcCall[]) => calls.map(answer) }
}

const limited = { error: { code: -32_000, message: 'range too large', data: undefined } }

test('finds every transfer once and in order, whatever range the node takes', async () => {
  const blocks = fc.uniqueArray(fc.nat(3_000), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(blocks, fc.integer({ min: 1, max: 4_000 }), async (held, most) => {
      const node = nodeWith(held, (length) => (length > most ? limited : undefined))
      const found = await findTransfers(node, { account, first: 0, last: 3_000 })
      expect(found).toEqual(held.toSorted((a, b) => a - b).map(hashOf))
    }),
    { numRuns: 50 },
  )
})

test('a rate-limit error for a long range is also answered with a shorter range', async () => {
  const node = nodeWith([5], (n) =>
    n > 4 ? new EndpointFault('limits the rate of requests', { isTransient: true }) : undefined,
  )
  expect(await findTransfers(node, { account, first: 0, last: 9 })).toEqual([hashOf(5)])
})

test('a refused single block is an endpoint fault after few requests', async () => {
  const node = nodeWith([], () => limited)
  await expect(findTransfers(node, { account, first: 0, last: 1_023 })).rejects.toBeInstanceOf(EndpointFault)
  expect(node.asked.length).toBeLessThan(30)
})

test('logs of other blocks are rejected', async () => {
  const ask = async () => [{ result: [{ blockNumber: '0x63', transactionHash: hashOf(1) }] }, { result: [] }]
  await expect(findTransfers({ ask }, { account, first: 0, last: 9 })).rejects.toBeInstanceOf(EndpointFault)
})

test('only transfers that take some of a token from the account, if that is asked for', async () => {
  const taken = evm(`0x${'b2'.repeat(20)}`)
  const log = (block: number, data: string) => ({ blockNumber: `0x${block}`, transactionHash: hashOf(block), data })
  const asked: unknown[] = []
  const ask = async (calls: readonly RpcCall[]) => {
    asked.push(...calls.map(({ params }) => params[0]))
    return [{ result: [log(1, `0x${'0'.repeat(64)}`), log(2, `0x${'0'.repeat(63)}1`), log(3, '0x')] }]
  }
  expect(await findTransfers({ ask }, { account, taken, first: 1, last: 9 })).toEqual([hashOf(2)])
  const topics = [
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    `0x${'0'.repeat(24)}${'a1'.repeat(20)}`,
  ]
  expect(asked).toEqual([{ fromBlock: '0x1', toBlock: '0x9', topics, address: taken }])
})
