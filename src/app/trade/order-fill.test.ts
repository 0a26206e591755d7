/** Two orders of one owner that another fills in one transaction: neither brought what both brought. */
import { expect, test } from 'vitest'
import { toSwapTypedData } from '#domain/api/typed-data'
import { transferTopic } from '#domain/calls/event-topics'
import { addressWord } from '#domain/calls/words'
import type { Chain } from '#domain/chain/port'
import { wholeShare } from '#domain/quotes/route'
import { amount, evm, type Hex, hex, nativeToken, noBytes, seconds, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeOrderCall } from '#encoding/order/call'
import { encodeRoute } from '#encoding/swap/route-bytes'
import { getNetworkEntry } from '#networks/find'
import { findConfirmedFill } from './find-confirmed-fill.ts'
import { findOrderFill } from './order-fill.ts'
import { readSignedOrder } from './signed-order.ts'

const network = getNetworkEntry('ethereum')
const router = getRouter(network).address
const [owner, batcher, sold, bought] = ['22', '33', '44', '55'].map((byte) => evm(`0x${byte.repeat(20)}`)) as [
  never,
  never,
  never,
  never,
]
const [filling, blockHash] = ['bb', 'cc'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [Hex, Hex]
const deadline = 1_800_000_000

function orderOf(nonce: bigint, toAsset: typeof bought): Hex {
  const { message } = toSwapTypedData({
    ...{ chainId: 1, router, sender: owner, recipient: owner, fromAsset: sold, toAsset, amountOutMin: amount(9n) },
    ...{ deadline: seconds(deadline), sellAmount: amount(1000n), swapFee: amount(10n), affiliate: undefined, nonce },
  })
  const push = { move: 'push', pool: batcher, zeroForOne: true, feePpm: 3000, measured: false } as const
  const ends = { source: 'payer', destination: 'recipient', tokenIn: undefined } as const
  const wrapped = (toAsset as string) === nativeToken ? network.wrapped : undefined
  const route = encodeRoute({ wrapped, throughRouter: true, legs: [{ ...push, ...ends, share32: wholeShare }] })
  return encodeOrderCall({ order: message, signature: hex('0x123456'), permit: undefined, route })
}

const topic = (account: string) => hex(`0x${addressWord(evm(account))}`)
const word = (value: bigint) => hex(`0x${value.toString(16).padStart(64, '0')}`)
const withdrawal = hex('0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65')

/** @param returned by each call; without them no endpoint traces */
function chainOf(
  calls: readonly Hex[],
  logs: readonly object[],
  returned?: readonly Hex[],
  fees: readonly bigint[] = [7n],
): Chain {
  const transaction = { hash: filling, from: batcher, to: batcher, data: hex('0x01'), value: wei(0n) }
  const receipt = { block: 100, blockHash, logs, status: 'success' }
  const frame = (to: string, input: Hex, output: Hex, inner: readonly object[] = []) => ({
    ...{ kind: 'CALL', to, input, output, calls: inner },
  })
  return {
    network,
    allReadsWithBlock: async () => [{ block: { number: 400, time: deadline + 1 }, answers: [word(0b11n << 5n)] }],
    nonceAt: async (_: string, number: number) => [{ block: { number, time: deadline + 1 } }],
    transfers: async () => [filling],
    transactions: async () => [transaction],
    findTransaction: async () => ({ transaction, receipt }),
    allTraces: async () =>
      returned === undefined
        ? []
        : fees.map(() =>
            frame(
              ...[batcher, noBytes, noBytes],
              calls.map((data, i) => frame(router, data, returned[i] ?? noBytes)),
            ),
          ),
    receipt: async () => receipt,
    allSimulationsAt: async (_: unknown, block: number) => [{ ok: true, data: word(block < 100 ? 0n : 0b11n << 5n) }],
    checkTransaction: async () =>
      fees.map((feePaid) => ({ receipt: { ...receipt, gasUsed: 5n, feePaid }, head: { number: 400 } })),
  } as unknown as Chain
}

const kinds = [
  [
    'a token',
    bought,
    (raw: bigint) => ({ address: bought, topics: [transferTopic, topic(router), topic(owner)], data: word(raw) }),
  ],
  [
    'native currency',
    nativeToken as never,
    (raw: bigint) => ({ address: network.wrapped, topics: [withdrawal, topic(router)], data: word(raw) }),
  ],
] as const

const paid = (raw: bigint) => ({ address: sold, topics: [transferTopic, topic(owner), topic(router)], data: word(raw) })
/** Of one order: what is sold, and the fee. */
const payment = [paid(990n), paid(10n)]

/** What each of two orders is said to have brought. */
async function readAmounts(toAsset: typeof bought, logs: readonly object[], returned?: readonly Hex[]) {
  const orders = [orderOf(5n, toAsset), orderOf(6n, toAsset)]
  const chain = chainOf(orders, logs, returned)
  const amounts: unknown[] = []
  for (const data of orders) {
    const order = readSignedOrder(network, data)
    if (order === undefined) throw new Error('no order')
    const found = await findOrderFill(chain, order, { needed: 100, first: 90, own: new Set() })
    expect(found).toMatchObject({ hash: filling })
    amounts.push(typeof found === 'string' ? found : found.received)
    const confirmed = await findConfirmedFill(chain, order, { named: filling, freeAt: 95, confirmations: 12 })
    amounts.push(typeof confirmed === 'string' ? confirmed : confirmed.received)
  }
  return amounts
}

test.each(kinds)('of two orders for %s in one transaction each shows its own amount', async (_, toAsset, log) => {
  const logs = [...payment, ...payment, log(100n), log(900n)]
  expect(await readAmounts(toAsset, logs, [word(100n), word(900n)])).toEqual([100n, 100n, 900n, 900n])
  expect(await readAmounts(toAsset, logs, [noBytes, word(900n)])).toEqual([undefined, undefined, 900n, 900n])
})

test.each(kinds)('without a trace, none shows what %s the whole transaction brought', async (_, toAsset, log) => {
  const logs = [...payment, ...payment, log(100n), log(900n)]
  expect(await readAmounts(toAsset, logs)).toEqual([undefined, undefined, undefined, undefined])
})

test('an amount that one endpoint traces is not said against what the receipts of all endpoints show', async () => {
  const [, , log] = kinds[0]
  const logs = [...payment, ...payment, log(100n), log(900n)]
  const [searched, confirmed] = await readAmounts(bought, logs, [word(100_000n), word(900n)])
  expect([searched, confirmed]).toEqual([undefined, undefined])
})

test.each([
  { fees: [7n, 7n], feePaid: 7n },
  { fees: [7n, 8n], feePaid: undefined },
])('what another’s fill has cost is unknown where endpoints tell it differently: $fees', async ({ fees, feePaid }) => {
  const data = orderOf(5n, bought)
  const chain = chainOf([data], [...payment, kinds[0][2](100n)], [word(100n)], fees)
  const order = readSignedOrder(network, data)
  if (order === undefined) throw new Error('no order')
  const found = await findOrderFill(chain, order, { needed: 100, first: 90, own: new Set() })
  const mined = { block: 100, blockHash, gasUsed: 5n, ...(feePaid === undefined ? {} : { feePaid }) }
  expect(typeof found === 'string' ? found : found.mined).toEqual(mined)
})
