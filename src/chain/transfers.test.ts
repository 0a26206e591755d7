import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evm, type Hex, hex } from '#domain/units'
import { EndpointFault } from './endpoint-fault.ts'
import type { RpcAnswer, RpcCall } from './json-rpc.ts'
import { transfersOf } from './transfers.ts'

const account = evm(`0x${'a1'.repeat(20)}`)
const hashOf = (n: number): Hex => hex(`0x${n.toString(16).padStart(64, '0')}`)

type Refusal = (blocks: number) => RpcAnswer | EndpointFault | undefined

/** A node that holds a transfer in each of these blocks and refuses some ranges. */
function nodeWith(blocks: readonly number[], refusal: Refusal) {
  const asked: number[] = []
  const answer = ({ params: [filter] }: RpcCall): RpcAnswer => {
    const { fromBlock, toBlock, topics } = filter as { fromBlock: string; toBlock: string; topics: unknown[] }
    const [first, last] = [Number(fromBlock), Number(toBlock)]
    asked.push(last - first + 1)
    const refused = refusal(last - first + 1)
    if (refused instanceof EndpointFault) throw refused
    // The sender's transfers only: what is found both ways must be listed once.
    const found = topics.length === 2 ? blocks : blocks.slice(0, 1)
    const logs = found
      .filter((block) => block >= first && block <= last)
      .map((block) => ({ blockNumber: `0x${block.toString(16)}`, transactionHash: hashOf(block) }))
    return refused ?? { result: logs }
  }
  return { asked, ask: async (calls: readonly RpcCall[]) => calls.map(answer) }
}

const limited = { error: { code: -32_000, message: 'range too large', data: undefined } }

test('every transfer is found once and in order, whatever length of range the node takes', async () => {
  const blocks = fc.uniqueArray(fc.nat(3_000), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(blocks, fc.integer({ min: 1, max: 4_000 }), async (held, most) => {
      const node = nodeWith(held, (length) => (length > most ? limited : undefined))
      const found = await transfersOf(node, { account, first: 0, last: 3_000 })
      expect(found).toEqual(held.toSorted((a, b) => a - b).map(hashOf))
    }),
    { numRuns: 50 },
  )
})

test('a node that says it by the code for too many questions is asked for less too', async () => {
  const node = nodeWith([5], (n) =>
    n > 4 ? new EndpointFault('asks for fewer questions', { passing: true }) : undefined,
  )
  expect(await transfersOf(node, { account, first: 0, last: 9 })).toEqual([hashOf(5)])
})

test('a node that refuses a single block is at fault, and soon', async () => {
  const node = nodeWith([], () => limited)
  await expect(transfersOf(node, { account, first: 0, last: 1_023 })).rejects.toBeInstanceOf(EndpointFault)
  expect(node.asked.length).toBeLessThan(30)
})

test('logs of other blocks are not believed', async () => {
  const ask = async () => [{ result: [{ blockNumber: '0x63', transactionHash: hashOf(1) }] }, { result: [] }]
  await expect(transfersOf({ ask }, { account, first: 0, last: 9 })).rejects.toBeInstanceOf(EndpointFault)
})
