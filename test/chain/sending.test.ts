import { keccak256, Wallet } from 'ethers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createChain } from '#chain/create-chain'
import { broadcast } from '#chain/tx/broadcast'
import { evm, type Hex, hex, nativeToken, wei } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { type Anvil, startAnvil } from './anvil.ts'
import type { Fault, RpcRequest, RpcResponse, Rule } from './faults.ts'
import { type FaultProxy, startProxy } from './proxy.ts'
import { clock, createMemory, protocols } from './setup.ts'

// the first of the accounts that every development node has
const wallet = new Wallet('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const from = evm(wallet.address)
const to = evm(`0x${'ab'.repeat(20)}`)

let anvil: Anvil
let proxy: FaultProxy
beforeAll(async () => {
  anvil = await startAnvil()
  proxy = await startProxy(anvil.url)
})
afterAll(async () => {
  await proxy.close()
  await anvil.close()
})
afterEach(() => proxy.rules([]))

const open = (urls = [proxy.url]) => {
  const context = { clock, memory: createMemory(), protocols }
  return createChain(context, { network, urls, callSeconds: 1 })
}
const sends = () => proxy.posts.flat().filter((method) => method === 'eth_sendRawTransaction').length

async function signTransaction(more: { nonce?: number; gasLimit?: bigint; value?: bigint } = {}): Promise<[Hex, Hex]> {
  const nonce = Number(await anvil.rpc<string>('eth_getTransactionCount', from, 'pending'))
  const fees = { type: 2, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n, gasLimit: 21_000n }
  const raw = await wallet.signTransaction({ to, value: 1n, nonce, chainId: 31_337, ...fees, ...more })
  return [hex(raw), hex(keccak256(raw))]
}

const bytesOf = (raw: Hex) => ({ raw, hash: hex(keccak256(raw)) })
const nobody = async () => undefined
type TestChain = ReturnType<typeof open>
const send = async (chain: TestChain, raw: Hex) => (await chain.broadcast(bytesOf(raw), 'one', nobody))[0]
/** The receipt, once the transaction is mined: the node accepts it before that. */
async function receiptOf(chain: TestChain, hash: Hex) {
  for (let tries = 0; tries < 200; tries++) {
    const receipt = await chain.receipt(hash)
    if (receipt !== undefined) return receipt
    await clock.sleep(50)
  }
  throw new Error('it was not mined')
}
const seen = async (chain: TestChain, hash: Hex, at: 'one' | 'all' = 'one') =>
  (await chain.checkTransaction({ hash, sender: from }, at)).map((look) => look.seen)

test('broadcasts bytes and reads the receipt', async () => {
  const chain = open()
  const [raw, hash] = await signTransaction()
  expect(await seen(chain, hash)).toEqual(['absent'])
  expect(await chain.receipt(hash)).toBeUndefined()
  const begun: string[] = []
  const { host } = new URL(proxy.url)
  const results = await chain.broadcast({ raw, hash }, 'one', async (endpoint) => void begun.push(endpoint))
  expect([begun, results]).toEqual([[host], [{ endpoint: host, outcome: 'accepted' }]])
  await receiptOf(chain, hash)
  expect(await seen(chain, hash)).toEqual(['mined'])
  const block = await anvil.rpc<{ hash: string; baseFeePerGas: string }>('eth_getBlockByNumber', 'latest', false)
  const feePaid = wei(21_000n * (BigInt(block.baseFeePerGas) + 10n ** 9n))
  expect(await chain.receipt(hash)).toEqual({
    status: 'success',
    block: 1,
    blockHash: block.hash,
    gasUsed: 21_000n,
    feePaid,
    logs: [],
  })
})

const losses: readonly Fault[] = [
  { kind: 'lose' },
  { kind: 'silence' },
  { kind: 'truncate' },
  { kind: 'null' },
  { kind: 'wrong-id' },
  { kind: 'hang' },
  { kind: 'reset' },
  { kind: 'html' },
  { kind: 'status', status: 429 },
  { kind: 'status', status: 502 },
  { kind: 'error', code: -32603, message: 'context deadline exceeded' },
  { kind: 'withhold', answer: ({ id }) => ({ jsonrpc: '2.0', id, result: `0x${'66'.repeat(32)}` }) },
]

test('bytes whose broadcast cannot be recorded first are not sent', async () => {
  const [raw, hash] = await signTransaction()
  proxy.forget()
  const full = async () => Promise.reject(new Error('the disk is full'))
  await expect(open().broadcast({ raw, hash }, 'all', full)).rejects.toThrow('the disk is full')
  expect([sends(), await seen(open(), hash)]).toEqual([0, ['absent']])
})

test.each(losses)('an answer lost by $kind is no answer, and nothing is sent twice', async (fault) => {
  const spare = await startProxy(anvil.url)
  const [raw] = await signTransaction()
  proxy.rules([{ method: 'eth_sendRawTransaction', fault }])
  proxy.forget()
  expect(await send(open([proxy.url, spare.url]), raw)).toMatchObject({ outcome: 'no-answer' })
  expect(sends()).toBe(1)
  expect(spare.posts).toEqual([])
  await spare.close()
})

test('bytes that the node already has are known, bytes it rejects are refused', async () => {
  const chain = open()
  await anvil.rpc('evm_setAutomine', false)
  const [raw, hash] = await signTransaction()
  expect(await send(chain, raw)).toMatchObject({ outcome: 'accepted' })
  expect(await send(chain, raw)).toMatchObject({ outcome: 'known' })
  expect(await chain.receipt(hash)).toBeUndefined()
  expect(await seen(chain, hash)).toEqual(['waiting'])
  const { latest, pending } = await chain.nonces(from)
  expect(pending).toBe(latest + 1)
  await anvil.rpc('evm_mine')
  await anvil.rpc('evm_setAutomine', true)

  const [old] = await signTransaction({ nonce: 0, value: 5n })
  expect(await send(chain, old)).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(/nonce too low/) })
  const [dear] = await signTransaction({ value: 10n ** 30n })
  expect(await send(chain, dear)).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(/insufficient/i) })
  const [low] = await signTransaction({ gasLimit: 20_000n })
  expect(await send(chain, low)).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(/gas too low/) })
  expect(await send(chain, hex('0x1234'))).toMatchObject({ outcome: 'refused' })
})

test('a receipt of another transaction is rejected', async () => {
  const chain = open()
  const [raw, hash] = await signTransaction()
  await send(chain, raw)
  const other = `0x${'77'.repeat(32)}`
  const { blockHash } = await receiptOf(chain, hash)
  const log = { address: to, topics: [], data: '0x', transactionHash: hash, blockHash }
  const forgeries: readonly object[] = [
    { transactionHash: other },
    { logs: [{ ...log, transactionHash: other }] },
    { logs: [{ ...log, blockHash: other }] },
    { logs: null },
    { status: null },
  ]
  for (const forgery of forgeries) {
    proxy.rules([
      {
        method: 'eth_getTransactionReceipt',
        fault: { kind: 'forge', answer: (real) => ({ ...real, result: { ...(real.result as object), ...forgery } }) },
      },
    ])
    await expect(chain.receipt(hash)).rejects.toMatchObject({ code: 'NETWORK_UNAVAILABLE' })
  }
  proxy.rules([
    {
      method: 'eth_getTransactionReceipt',
      fault: { kind: 'forge', answer: (real) => ({ ...real, result: { ...(real.result as object), logs: [log] } }) },
    },
  ])
  expect((await chain.receipt(hash))?.logs).toEqual([{ address: to, topics: [], data: '0x' }])
})

test('another transaction than the requested one is rejected', async () => {
  const chain = open()
  const [raw, hash] = await signTransaction()
  await send(chain, raw)
  proxy.rules([
    {
      method: 'eth_getTransactionByHash',
      fault: {
        kind: 'forge',
        answer: (real) => ({ ...real, result: { ...(real.result as object), hash: `0x${'77'.repeat(32)}` } }),
      },
    },
  ])
  await expect(seen(chain, hash)).rejects.toMatchObject({ code: 'NETWORK_UNAVAILABLE' })
  const reason = expect.stringContaining('answers with another transaction')
  await expect(seen(chain, hash)).rejects.toMatchObject({ message: reason })
})

test('an endpoint that switched to another chain is asked for no nonce and sent no bytes', async () => {
  const chain = open()
  const [raw, hash] = await signTransaction()
  expect(await seen(chain, hash)).toEqual(['absent']) // the right chain, so far
  proxy.rules([
    { method: 'eth_chainId', fault: { kind: 'forge', answer: ({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' }) } },
  ])
  proxy.forget()
  await expect(chain.nonces(from)).rejects.toMatchObject({ code: 'WRONG_CHAIN' })
  await expect(send(chain, raw)).rejects.toMatchObject({ code: 'WRONG_CHAIN' })
  expect(sends()).toBe(0)
})

const forged = (method: string, change: (real: RpcResponse) => unknown) => ({
  method,
  fault: { kind: 'forge', answer: (real: RpcResponse) => ({ ...real, result: change(real) }) } as const,
})

test('a look asks one endpoint or all of them, and omits those that fail', async () => {
  const [raw, hash] = await signTransaction()
  await send(open(), raw)
  await receiptOf(open(), hash)
  proxy.rules([forged('eth_getTransactionByHash', () => null), forged('eth_getTransactionReceipt', () => null)])
  expect(await seen(open(), hash)).toEqual(['absent'])
  expect((await seen(open([proxy.url, anvil.url]), hash, 'all')).toSorted()).toEqual(['absent', 'mined'])
  proxy.rules([{ fault: { kind: 'status', status: 401 } }])
  expect(await seen(open([proxy.url, anvil.url]), hash, 'all')).toEqual(['mined'])
  proxy.rules([{ fault: { kind: 'hang' } }])
  expect(await seen(open([proxy.url, anvil.url]), hash, 'all')).toEqual(['mined'])
  proxy.rules([{ fault: { kind: 'status', status: 401 } }])
  await expect(seen(open(), hash, 'all')).rejects.toMatchObject({ code: 'NETWORK_UNAVAILABLE' })
})

test('a receipt counts only in a block of the chain that holds the transaction', async () => {
  const [raw, hash] = await signTransaction()
  await send(open(), raw)
  await receiptOf(open(), hash) // it is mined, so that there is a receipt to forge
  const wrong = `0x${'55'.repeat(32)}`
  const inOther = (real: RpcResponse) => ({ ...(real.result as object), blockHash: wrong })
  proxy.rules([forged('eth_getTransactionReceipt', inOther)])
  expect(await seen(open(), hash)).toEqual(['waiting'])
  const without = (real: RpcResponse) => ({ ...(real.result as object), transactions: [] })
  proxy.rules([forged('eth_getBlockByNumber', without)])
  expect(await seen(open(), hash)).toEqual(['waiting'])
})

test('an endpoint with the block but no receipt is behind; one with another block does not have it', async () => {
  const [raw, hash] = await signTransaction()
  await send(open(), raw)
  const receipt = await receiptOf(open(), hash)
  proxy.rules([forged('eth_getTransactionReceipt', () => null), forged('eth_getTransactionByHash', () => null)])
  const look = async (known: { block: number; blockHash: Hex }) =>
    (await open().checkTransaction({ hash, sender: from, known }, 'one'))[0]?.seen
  expect(await look(receipt)).toBe('behind')
  expect(await look({ ...receipt, blockHash: hex(`0x${'55'.repeat(32)}`) })).toBe('absent')
})

test('finds the user of a nonce by states, by blocks without states, and reports unknown without either', async () => {
  const [first, hash] = await signTransaction()
  await send(open(), first)
  await receiptOf(open(), hash)
  const nonce = Number(await anvil.rpc<string>('eth_getTransactionCount', from, 'latest')) - 1
  const block = Number(await anvil.rpc<string>('eth_blockNumber'))
  for (const n of [1, 2, 3]) {
    const [raw, later] = await signTransaction({ value: BigInt(n) })
    await send(open(), raw)
    await receiptOf(open(), later)
  }
  await anvil.rpc('anvil_mine', '0x30')
  const find = (freeAt: number) => open().findNonceUser({ sender: from, nonce, freeAt, own: [] })
  for (const freeAt of [0, block - 1, block, block + 1, block + 40])
    expect(await find(freeAt), `seen free at ${freeAt}`).toMatchObject({ by: hash, block, call: { to, value: 1n } })
  expect(await open().findNonceUser({ sender: from, nonce: nonce + 100, freeAt: 0, own: [] })).toBeUndefined()

  const pruned = { kind: 'error', code: -32000, message: 'missing trie node' } as const
  const isPast = ({ params }: RpcRequest) => params[1] !== 'latest' && params[1] !== 'pending'
  const noStates: Rule = { method: 'eth_getTransactionCount', when: isPast, fault: pruned }
  proxy.rules([noStates])
  expect(await find(block - 1)).toMatchObject({ by: hash, block })
  expect(await find(block + 10)).toBeUndefined()
})

test('reads a balance in the state of a block', async () => {
  const [raw, hash] = await signTransaction({ value: 77n })
  await send(open(), raw)
  const { block } = await receiptOf(open(), hash)
  const [before, after] = [
    await open().balanceAt(nativeToken, to, block - 1),
    await open().balanceAt(nativeToken, to, block),
  ]
  expect((after ?? 0n) - (before ?? 0n)).toBe(77n)
  proxy.rules([{ method: 'eth_getBalance', fault: { kind: 'error', code: -32000, message: 'missing trie node' } }])
  expect(await open().balanceAt(nativeToken, to, block)).toBeUndefined()
})

test.each(['unknown transaction type', 'Unknown transaction type: 2', 'rlp: unknown transaction type'])(
  'bytes that a node rejects with «%s» are refused, and not known to it',
  async (message) => {
    const node = { name: 'a', host: 'a', url: new URL('http://127.0.0.1:1') }
    const sendOnce = async () => ({ error: { code: -32000, message, data: undefined } })
    expect(await broadcast({ ...node, sendOnce }, bytesOf(hex('0x00')))).toMatchObject({ outcome: 'refused' })
  },
)
