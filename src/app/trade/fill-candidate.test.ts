/** Whether a transaction that took tokens from an order's owner executed the order. */
import { expect, test } from 'vitest'
import { toSwapTypedData } from '#domain/api/typed-data'
import { transferTopic } from '#domain/calls/event-topics'
import { addressWord, word } from '#domain/calls/words'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { amount, evm, type Hex, hex, seconds, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeOrderCall } from '#encoding/order/call'
import { getNetworkEntry } from '#networks/find'
import { route } from '#test/crossing/quote-sample'
import { judgeCandidate } from './fill-candidate.ts'
import { readSignedOrder } from './signed-order.ts'

const network = getNetworkEntry('ethereum')
const router = getRouter(network).address
const [owner, batcher, sold] = ['22', '33', '44'].map((byte) => evm(`0x${byte.repeat(20)}`)) as [never, never, never]
const [hash, blockHash] = ['bb', 'cc'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [Hex, Hex]

/** It costs 1,000: 990 are sold, and 10 are the fee. */
function encode(nonce: bigint): Hex {
  const { message } = toSwapTypedData({
    ...{ chainId: 1, router, sender: owner, recipient: owner, fromAsset: sold, toAsset: evm(`0x${'55'.repeat(20)}`) },
    ...{ amountOutMin: amount(9n), deadline: seconds(1_800_000_000), sellAmount: amount(1_000n), nonce },
    ...{ swapFee: amount(10n), affiliate: undefined },
  })
  return encodeOrderCall({ order: message, signature: hex('0x123456'), permit: undefined, route })
}

const own = encode(5n)
const shows = { kind: 'CALL', to: batcher, input: hex('0x'), output: hex('0x'), calls: [] as object[] }
const callOf = (input: Hex) => ({ ...shows, calls: [{ ...shows, to: router, input, output: hex(`0x${word(9n)}`) }] })

interface Shown {
  readonly to?: string
  readonly data?: Hex
  /** What the owner paid, by each of two endpoints. */
  readonly paid?: readonly (readonly bigint[])[]
  /** By those that trace. */
  readonly traces?: readonly object[]
  /** Whether the nonce was used in the block before, and after it, by the endpoints that have the state. */
  readonly before?: readonly boolean[]
  readonly after?: readonly boolean[]
  readonly disputed?: boolean
}

function judge(shown: Shown) {
  const {
    to = batcher,
    data = hex('0x01'),
    paid = [[990n, 10n]],
    traces = [],
    before = [false],
    after = [true],
  } = shown
  const logs = (values: readonly bigint[]) =>
    values.map((raw) => ({
      address: sold,
      topics: [transferTopic, `0x${addressWord(owner)}`, `0x${addressWord(router)}`],
      data: hex(`0x${word(raw)}`),
    }))
  const toReceipt = (values: readonly bigint[]) => ({ block: 100, blockHash, status: 'success', logs: logs(values) })
  const endpoints = paid.length === 1 ? [...paid, ...paid] : paid
  const chain = {
    network,
    findTransaction: async () => {
      if (shown.disputed) throw fail('TRANSACTION_DISPUTED', { hash, network: network.name, reason: '' })
      return { transaction: { hash, from: batcher, to, data, value: wei(0n) } }
    },
    checkTransaction: async () => endpoints.map((values) => ({ receipt: toReceipt(values), head: { number: 400 } })),
    allTraces: async () => traces,
    allSimulationsAt: async (_: unknown, block: number) =>
      (block < 100 ? before : after).map((is) => ({ ok: true, data: hex(`0x${word(is ? 32n : 0n)}`) })),
  } as unknown as Chain
  const order = readSignedOrder(network, own)
  if (order === undefined) throw new Error('no order')
  return judgeCandidate(chain, order, hash)
}

test.each<[why: string, shown: Shown]>([
  ['itself', { to: router, data: own }],
  ['by every trace', { traces: [callOf(own), callOf(own)] }],
  ['by the only trace', { traces: [callOf(own)] }],
  ['by what was paid', {}],
  ['by what was paid, though no state tells', { before: [], after: [] }],
  ['by what was paid, though one trace leaves it out', { traces: [shows, callOf(own)] }],
  ['together with another order', { paid: [[990n, 10n, 480n, 20n]] }],
])('a transaction is the fill %s', async (_, shown) => {
  expect(await judge(shown)).toMatchObject({ hash })
})

test.each<[why: string, shown: Shown]>([
  ['that fills another order', { to: router, data: encode(6n) }],
  ['in which less was paid, whatever is traced', { paid: [[1n]], traces: [callOf(own), callOf(own)] }],
  ['that no endpoint traces it in', { traces: [shows, callOf(encode(6n))] }],
  ['after the nonce was used', { before: [true] }],
  ['after which the nonce is free', { after: [false] }],
])('a transaction %s is none', async (_, shown) => {
  expect(await judge(shown)).toBe('no')
})

test.each<[why: string, shown: Shown]>([
  ['that nobody has in its own bytes', { disputed: true }],
  ['of which endpoints show different payments', { paid: [[990n, 10n], [1n]] }],
  ['that one endpoint of two traces otherwise, without a state', { traces: [shows], before: [] }],
  ['that paid another amount, and is not traced', { paid: [[995n, 10n]] }],
  ['that paid no fee, and is not traced', { paid: [[1_000n]] }],
  [
    'of which endpoints contradict each other, which paid another amount',
    { paid: [[2_000n]], traces: [shows, callOf(own)] },
  ],
])('of a transaction %s it is not known', async (_, shown) => {
  expect(await judge(shown)).toBe('maybe')
})
