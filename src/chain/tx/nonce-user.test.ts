/** Who used a nonce ends a step for good: it takes more than the word of one endpoint. */
import { expect, test } from 'vitest'
import type { CheckedEndpoint } from '#chain/rpc/endpoints'
import type { RpcCall } from '#chain/rpc/json-rpc'
import { evm, hex } from '#domain/units'
import { findNonceUser } from './nonce-user.ts'

const sender = evm(`0x${'a1'.repeat(20)}`)
const [ours, signed, invented, blockHash] = ['aa', 'bb', 'cc', 'dd'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [
  never,
  never,
  never,
  never,
]

/** @param type 0x2 is one whose hash can be computed */
const by = (hash: string, type = '0x2') => ({ hash, type, from: sender, nonce: '0x7', to: sender, input: '0x' })
/** @param block the transactions in block 5, in which the nonce was used; no such block if absent */
interface Shown {
  readonly block?: readonly object[]
  readonly lacksStates?: true
  /** Its newest block. */
  readonly head?: number
  /** At that block, instead of what follows from `block`. */
  readonly nonce?: number
}

const answerNonce = ({ block, lacksStates, nonce = block === undefined ? 7 : 8 }: Shown, at: unknown): unknown => {
  if (at === 'latest') return `0x${nonce}`
  if (lacksStates) return undefined
  return Number(at) < 5 ? '0x7' : '0x8'
}

const answerBlock = ({ block, head = 1_024 }: Shown, at: unknown): unknown => {
  const number = at === 'latest' ? `0x${head.toString(16)}` : at
  if (Number(number) !== 5) return { number, hash: blockHash, timestamp: '0x64', gasLimit: '0x1', transactions: [] }
  return block && { number, hash: blockHash, timestamp: '0x64', gasLimit: '0x1', transactions: block }
}

const endpointOf = (name: string, shown: Shown): CheckedEndpoint => {
  const answer = ({ method, params }: RpcCall): unknown =>
    method === 'eth_getTransactionCount' ? answerNonce(shown, params[1]) : (answerBlock(shown, params[0]) ?? null)
  const ask = async (calls: readonly RpcCall[]) =>
    calls.map((call) => {
      const result = answer(call)
      return result === undefined ? { error: { code: -32000, message: 'missing trie node' } } : { result }
    })
  return { name, ask } as unknown as CheckedEndpoint
}

async function find(...shown: readonly Shown[]) {
  const all = shown.map((one, i) => endpointOf(`${i}`, one))
  const endpoints = {
    find: async <T>(work: (one: CheckedEndpoint) => Promise<T | undefined>) => {
      for (const one of all) {
        const found = await work(one)
        if (found !== undefined) return found
      }
      return undefined
    },
    useAll: <T>(work: (one: CheckedEndpoint) => Promise<T>) => Promise.all(all.map(work)),
  }
  const prove = async (fields: unknown) => {
    const { type, hash } = fields as { type: string; hash: never }
    if (hash === invented) throw new RangeError('no signature')
    return type === '0x2' ? { hash, from: sender } : undefined
  }
  const search = { sender, nonce: 7, freeAt: 1, own: [ours] }
  return (await findNonceUser({ endpoints, network: { chainId: 1 }, prove }, search))?.by
}

test('another transaction counts if the account signed it', async () => {
  expect(await find({ block: [by(signed)] })).toBe(signed)
  expect(await find({ block: [by(invented)] })).toBeUndefined()
  expect(await find({ block: [by(invented)] }, { block: [by(signed)] })).toBe(signed)
  expect(await find({ block: [by(signed)] }, { block: [by(invented)] })).toBe(signed)
})

test('one that another endpoint lists in its block goes first if it is ours, and leaves it open otherwise', async () => {
  expect(await find({ block: [by(signed)] }, { block: [by(ours)] })).toBe(ours)
  expect(await find({ block: [by(signed)] }, { block: [by(ours)], lacksStates: true })).toBe(ours)
  expect(await find({ block: [by(ours)] }, { block: [by(signed)] })).toBe(ours)
  expect(await find({ block: [by(signed)] }, { block: [] })).toBeUndefined()
  expect(await find({ block: [by(signed)] }, { head: 4 })).toBe(signed) // it has not come so far
})

test('one whose nonce another endpoint has used in an earlier block is left open', async () => {
  expect(await find({ block: [by(signed)] }, { head: 4, nonce: 8, lacksStates: true })).toBeUndefined()
  // it has not the block any more
  expect(await find({ block: [by(signed)] }, { nonce: 8, lacksStates: true })).toBe(signed)
})

test('of a type that proves nothing two endpoints have to show it, or the only one', async () => {
  const untold = by(signed, '0x71')
  expect(await find({ block: [untold] })).toBe(signed)
  expect(await find({ block: [untold] }, { block: [untold] })).toBe(signed)
  expect(await find({ block: [untold] }, { block: [untold] }, {})).toBe(signed)
  expect(await find({ block: [untold] }, {})).toBeUndefined()
  expect(await find({ block: [untold] }, { block: [by(ours, '0x71')] })).toBe(ours)
})
