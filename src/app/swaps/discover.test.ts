/** What a search stores, by stubbed chains; how far it comes, on a real one: `test/remote/discover.test.ts`. */
import { expect, test } from 'vitest'
import { toSwapTypedData } from '#domain/api/typed-data'
import type { Chain, ChainTransaction, FoundTransaction } from '#domain/chain/port'
import { fail } from '#domain/errors'
import type { SwapRecord } from '#domain/service/swap-record'
import { amount, evm, gas, type Hex, hex, seconds, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeOrderCall } from '#encoding/order/call'
import { encodeRouterCall } from '#encoding/swap/router-call'
import { getNetworkEntry } from '#networks/find'
import { route } from '#test/crossing/quote-sample'
import type { SwapsContext } from './context.ts'
import { createSwapTracker } from './tracker.ts'

const network = { ...getNetworkEntry('ethereum'), routerSince: 0 }
const [wallet, other] = [evm(`0x${'a1'.repeat(20)}`), evm(`0x${'b2'.repeat(20)}`)]
const hashOf = (byte: string): Hex => hex(`0x${byte.repeat(32)}`)
const deadline = 1_800_000_000

function swapOf(hash: Hex, changes: Partial<ChainTransaction> & { readonly minimumOut?: bigint } = {}) {
  const { minimumOut = 9n, ...others } = changes
  const data = encodeRouterCall({
    ...{ tokenIn: evm(`0x${'44'.repeat(20)}`), tokenOut: evm(`0x${'55'.repeat(20)}`), amountIn: amount(1_000n) },
    ...{ minimumOut: amount(minimumOut), recipient: wallet, deadline: seconds(deadline) },
    ...{ affiliate: undefined, permit: undefined, route },
  })
  const sent = { hash, from: wallet, to: getRouter(network).address, data, nonce: 7, value: wei(0n) }
  return { ...sent, gasLimit: gas(300_000n), block: undefined, ...others }
}

interface Shown {
  /** By one endpoint, in a batch. */
  readonly transactions: readonly ChainTransaction[]
  /** As its hash proves it. */
  readonly find: (hash: Hex) => Promise<FoundTransaction | undefined>
  readonly checkTransaction?: Chain['checkTransaction']
  /** The newest block of each endpoint, the one in use first. */
  readonly heads?: readonly number[]
  /** The transfers that each endpoint shows; all of them if absent. */
  readonly logged?: readonly (readonly Hex[])[]
}

function trackerOf({ transactions, find, checkTransaction, heads = [100], logged }: Shown) {
  const [stored, saved, differed]: [Map<string, SwapRecord>, number[], string[]] = [new Map(), [], []]
  const chain = {
    ...{
      network,
      allTransfers: async () => logged ?? [transactions.map(({ hash }) => hash)],
      transactions: async () => transactions,
    },
    ...{ head: async () => ({ number: heads[0] }), findTransaction: find, receipt: async () => undefined },
    ...{ allNonces: async () => heads.map((number, index) => ({ endpoint: `node${index}`, head: { number } })) },
    ...{ nonceAt: async () => [], checkTransaction: checkTransaction ?? (async () => [{ seen: 'waiting' }]) },
  } as unknown as Chain
  const put = async (record: SwapRecord): Promise<SwapRecord> => {
    stored.set(record.transactionHash ?? '', record)
    return record
  }
  const context = {
    ...{ uuid: () => 'swap', clock: { now: () => seconds(deadline - 60) }, chain: async () => chain },
    ...{ quotes: { findByPayload: async () => [] }, recover: async () => undefined },
    differed: (_: string, message: string) => differed.push(message),
    swaps: {
      ...{
        put,
        update: put,
        find: async ({ transactionHash }: { transactionHash: Hex }) => stored.get(transactionHash),
      },
      lastSearched: async () => saved.at(-1),
      saveLastSearched: async (_: string, __: string, block: number) => saved.push(block),
    },
  } as unknown as SwapsContext
  return { tracker: createSwapTracker(context), stored, saved, differed }
}

const proven = (transaction: ChainTransaction): FoundTransaction => ({
  transaction,
  receipt: undefined,
  isProven: true,
})

test.each(['by its hash', 'by its wallet'])('a swap found %s is recorded as its hash proves it', async (how) => {
  const hash = hashOf('11')
  const forged = swapOf(hash, { minimumOut: 9_000_000n })
  const { tracker, stored } = trackerOf({ transactions: [forged], find: async () => proven(swapOf(hash)) })
  if (how === 'by its wallet') expect(await tracker.discover(wallet, network.name)).toBe(true)
  else await tracker.findSwap({ transactionHash: hash, network: network.name })
  expect([...stored.values()].map(({ minimumOut }) => minimumOut)).toEqual([9n])
})

test('a transaction that is proven not to be for our contracts is not asked for once more', async () => {
  const asked: Hex[] = []
  const find = async (hash: Hex) => {
    asked.push(hash)
    return proven(swapOf(hash))
  }
  const others = { ...swapOf(hashOf('11'), { to: other }), isProven: true }
  const transactions = [others, swapOf(hashOf('22'))]
  expect(await trackerOf({ transactions, find }).tracker.discover(wallet, network.name)).toBe(true)
  expect(asked).toEqual([hashOf('22')])
})

test('one that endpoints dispute ends no search, which is not called complete', async () => {
  const [disputed, good] = [hashOf('11'), hashOf('22')]
  const find = async (hash: Hex) => {
    if (hash === disputed) throw fail('TRANSACTION_DISPUTED', { hash, network: network.name, reason: 'they differ' })
    return proven(swapOf(hash))
  }
  const { tracker, stored, saved } = trackerOf({ transactions: [swapOf(disputed), swapOf(good)], find })
  expect(await tracker.discover(wallet, network.name)).toBe(false)
  expect([...stored.keys()]).toEqual([good])
  expect(saved).toHaveLength(1)
})

test('nor does one whose state cannot be told, which is told of', async () => {
  const transactions = [swapOf(hashOf('11')), swapOf(hashOf('22'))]
  const { tracker, stored, saved } = trackerOf({
    transactions,
    find: async (hash) => proven(swapOf(hash)),
    checkTransaction: async () => {
      throw fail('INTERNAL', { reason: 'it contradicts itself' })
    },
  })
  await expect(tracker.discover(wallet, network.name)).rejects.toMatchObject({ code: 'INTERNAL' })
  expect([...stored.keys()]).toEqual([hashOf('11'), hashOf('22')])
  expect(saved).toHaveLength(1)
})

test('what cannot be read is searched for again', async () => {
  const find = async () => {
    throw fail('NETWORK_UNAVAILABLE', { network: 'Ethereum', reason: 'it is down' })
  }
  const { tracker, saved } = trackerOf({ transactions: [swapOf(hashOf('11'))], find })
  expect(await tracker.discover(wallet, network.name)).toBe(false)
  expect(saved).toEqual([])
})

test('blocks that one endpoint alone claims are searched again', async () => {
  const find = async () => undefined
  const { tracker, saved } = trackerOf({ transactions: [], find, heads: [500, 100] }) // final after 12 blocks
  await tracker.discover(wallet, network.name)
  expect(saved).toEqual([89])
})

/** `fillOrder` for an order that pays the wallet, by any signature. */
function orderOf(hash: Hex): ChainTransaction {
  const { address: router } = getRouter(network)
  const { message } = toSwapTypedData({
    ...{ chainId: 1, router, sender: other, recipient: wallet, fromAsset: evm(`0x${'44'.repeat(20)}`), nonce: 5n },
    ...{ toAsset: evm(`0x${'55'.repeat(20)}`), deadline: seconds(deadline), amountOutMin: amount(9n) },
    ...{ sellAmount: amount(1_000n), swapFee: amount(10n), affiliate: undefined },
  })
  const signature = hex(`0x${'11'.repeat(65)}`)
  return swapOf(hash, { from: other, data: encodeOrderCall({ order: message, signature, permit: undefined, route }) })
}

test('an order of dust whose deadline no record can state ends no search', async () => {
  const sent = orderOf(hashOf('11'))
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  const never = { ...sent, data: hex(sent.data.replace(word(BigInt(deadline)), word(2n ** 256n - 1n))) }
  expect(never.data).not.toBe(sent.data)
  const transactions = [never, swapOf(hashOf('22'))]
  const find = async (hash: Hex) => proven(hash === never.hash ? never : swapOf(hash))
  const { tracker, stored, saved } = trackerOf({ transactions, find })
  expect(await tracker.discover(wallet, network.name)).toBe(true)
  expect([...stored.keys()]).toEqual([hashOf('22')])
  expect(saved).toHaveLength(1)
})

test('an order that its seller is not known to have signed is told to who asks for its hash, and never stored', async () => {
  const order = orderOf(hashOf('11'))
  const { tracker, stored } = trackerOf({ transactions: [order], find: async () => proven(order) })
  expect(await tracker.discover(wallet, network.name)).toBe(true)
  const reference = { transactionHash: order.hash, network: network.name }
  expect(await tracker.findSwap(reference)).toMatchObject({ from: other, status: 'pending', substatus: 'submitted' })
  expect(stored.size).toBe(0)
})

test('what one endpoint hides of the transfers another shows: it is found, and the difference is told', async () => {
  const [first, second] = [hashOf('11'), hashOf('22')]
  const find = async (hash: Hex) => proven(swapOf(hash))
  // nor does the endpoint in use know the other transaction
  const shown = { transactions: [swapOf(first)], find, heads: [2_100, 2_100], logged: [[first], [first, second]] }
  const { tracker, stored, differed } = trackerOf(shown)
  expect(await tracker.discover(wallet, network.name)).toBe(false)
  expect([...stored.keys()]).toEqual([first, second])
  expect(differed).toEqual([
    'endpoints show different transfers of a wallet in blocks 0 to 1999: 2 in all, 1 by one of them',
  ])
})

test('one that is disputed by the endpoint in use leaves the search incomplete', async () => {
  const hash = hashOf('11')
  const find = async () => {
    throw fail('TRANSACTION_DISPUTED', { hash, network: network.name, reason: 'it does not have this hash' })
  }
  const { tracker, stored } = trackerOf({ transactions: [], find, logged: [[hash]] })
  expect(await tracker.discover(wallet, network.name)).toBe(false)
  expect(stored.size).toBe(0)
})

test('an endpoint that lags differs in young blocks only, which are searched again', async () => {
  const hash = hashOf('11')
  const find = async () => proven(swapOf(hash))
  const shown = { transactions: [swapOf(hash)], find, heads: [100, 100], logged: [[hash], []] }
  const { tracker, differed } = trackerOf(shown)
  expect(await tracker.discover(wallet, network.name)).toBe(true)
  expect(differed).toEqual([])
})
