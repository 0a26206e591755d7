/** Signed crossings that others submit, or undo, before the relayer’s transaction is mined. */
import { Interface } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Hex } from '#domain/units'
import { crossingSelectors } from '#encoding/contracts/crossing.gen'
import { getNetworkEntry } from '#networks/find'
import { encodeDeposit, filler, payDeposit } from './across-on-sandbox.ts'
import {
  type CrossingClient,
  createCrossingClient,
  ether,
  signBy,
  sold,
  startRelayedPair,
  toForm,
  transactionOf,
  usdc,
} from './gasless-client.ts'
import { advance, type MinedReceipt, rpc } from './sandbox-side.ts'
import { type ServedPair, sleep } from './served-pair.ts'
import { tokens } from './side.ts'

let pair: ServedPair
let client: CrossingClient
beforeAll(async () => {
  pair = await startRelayedPair()
  client = createCrossingClient(pair)
}, 240_000)
afterAll(() => pair.end(), 60_000)

/** More than the relayer offers: it comes first. */
const price = { maxFeePerGas: '0x174876e800', maxPriorityFeePerGas: '0x174876e800' }

/** The bytes of an order that waits to be mined. */
async function waitingBytes(id: string) {
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(100)) {
    const { transactionHash } = await client.recordOf(id)
    if (transactionHash !== null) return transactionOf(pair, transactionHash)
  }
  throw new Error('nothing was sent')
}

const multicall = new Interface(['function aggregate3Value((address, bool, uint256, bytes)[]) payable'])

/** Several calls in one transaction, none of which may fail. */
const encodeTogether = (calls: readonly { to: string; data: string; value: bigint }[]) => ({
  to: getNetworkEntry('ethereum').multicall,
  data: multicall.encodeFunctionData('aggregate3Value', [calls.map(({ to, data, value }) => [to, false, value, data])]),
  value: `0x${calls.reduce((sum, { value }) => sum + value, 0n).toString(16)}`,
})

/** Ahead of what waits: who offers more per gas comes first. */
async function mineFirst(call: { readonly to: string; readonly data: string; readonly value?: string }): Promise<Hex> {
  await rpc(pair.source, 'anvil_impersonateAccount', filler)
  await rpc(pair.source, 'anvil_setBalance', filler, ether(100n))
  const hash = await rpc<Hex>(pair.source, 'eth_sendTransaction', { from: filler, ...call, gas: '0x4c4b40', ...price })
  await rpc(pair.source, 'evm_mine')
  return hash
}

test('who submits the order first is paid, and the crossing is a success by that transaction', async () => {
  const user = await client.createUser()
  const quote = await client.quoteIn(user.address)
  await rpc(pair.source, 'evm_setAutomine', false)
  try {
    const { body } = await client.execute(await toForm(quote, signBy(user)))
    const { to, input } = await waitingBytes(body.id)
    const first = await mineFirst({ to, data: input })
    const record = await client.expectSuccess(quote, body.id, user.address)
    expect(record.transactionHash).toBe(first)
  } finally {
    await rpc(pair.source, 'evm_setAutomine', true)
  }
})

test('what another bridge makes of a deposit that was put into the same transaction is not the end of the crossing', async () => {
  const user = await client.createUser()
  const quote = await client.quoteIn(user.address, { bridgeTypes: 'cctp' })
  await rpc(pair.source, 'evm_setAutomine', false)
  try {
    const { body } = await client.execute(await toForm(quote, signBy(user)))
    const { to, input } = await waitingBytes(body.id)
    // a wei of the front-runner’s, for the user, which the front-runner pays there
    const decoy = await encodeDeposit(pair.source, { to: user.address, amount: 1n })
    const first = await mineFirst(encodeTogether([{ to, data: input, value: 0n }, decoy]))
    expect((await rpc<MinedReceipt>(pair.source, 'eth_getTransactionReceipt', first)).status).toBe('0x1')
    await payDeposit(pair.source, pair.destination, first)
    await expect.poll(async () => (await client.recordOf(body.id)).transactionHash, { timeout: 30_000 }).toBe(first)
    expect(await client.leaves(body.id, 'pending')).toMatchObject({
      ...{ status: 'bridging', substatus: 'unknown', transactionHash: first },
      toTransactionHash: null,
    })
  } finally {
    await rpc(pair.source, 'evm_setAutomine', true)
  }
})

test('an order that reverted can be executed until its deadline is final: only then it has failed', async () => {
  const user = await client.createUser()
  const quote = await client.quoteIn(user.address)
  await rpc(pair.source, 'evm_setAutomine', false)
  try {
    const { body } = await client.execute(await toForm(quote, signBy(user)))
    const { input } = await waitingBytes(body.id)
    // what the order sells is not there any more
    const move = tokens.encodeFunctionData('transfer', [filler, sold])
    await rpc(pair.source, 'anvil_impersonateAccount', user.address)
    await rpc(pair.source, 'anvil_setBalance', user.address, ether(1n))
    await rpc(pair.source, 'eth_sendTransaction', {
      from: user.address,
      to: usdc,
      data: move,
      gas: '0x186a0',
      ...price,
    })
    await rpc(pair.source, 'evm_mine')
    await expect.poll(async () => (await client.recordOf(body.id)).substatus, { timeout: 30_000 }).toBe('reverted')
    expect(await client.recordOf(body.id)).toMatchObject({ status: 'pending', error: { code: 1503 } })
    expect(input.slice(0, 10)).toBe(crossingSelectors.crossOrder)
    await rpc(pair.source, 'evm_setAutomine', true)
    await advance([pair.source, pair.destination], 700)
    await advance([pair.source, pair.destination], 1)
    const record = await client.leaves(body.id, 'pending')
    expect(record).toMatchObject({ status: 'error', substatus: 'reverted' })
    const receipt = await rpc<MinedReceipt>(pair.source, 'eth_getTransactionReceipt', record.transactionHash)
    expect(receipt.status).toBe('0x0')
  } finally {
    await rpc(pair.source, 'evm_setAutomine', true)
  }
})
