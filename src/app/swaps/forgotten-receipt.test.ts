/**
 * Nodes that prune receipts keep them for hours on fast networks, and a crossing may wait for days: that nobody shows a
 * transaction any more says nothing of one that was in a block, or of one that was sent long ago.
 */
import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { SwapRecord } from '#domain/service/swap-record'
import { evm, hex } from '#domain/units'
import { encodeCancel } from '#encoding/order/nonces'
import { getNetworkEntry } from '#networks/find'
import type { SwapsContext } from './context.ts'
import { refreshSwap } from './refresh-swap.ts'

const [hash, blockHash, other] = ['aa', 'bb', 'cc'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [never, never, never]
const network = getNetworkEntry('ethereum') // a block each 12 seconds
const [sender, token, recipient, contract] = ['11', '22', '33', '44'].map((byte) => evm(`0x${byte.repeat(20)}`)) as [
  never,
  never,
  never,
  never,
]
const mined = { block: 100, blockHash, gasUsed: 1n, feePaid: 1n }
const forgotten = 'it was seen in a block, and not all of its RPC endpoints show it there now'
const now = 90_000

const crossing = {
  ...{ id: 'swap', network: 'ethereum', transactionHash: hash, from: sender, nonce: 7, deadline: 1_000 },
  ...{ buy: token, to: recipient, timeline: [], mined, amountOut: 5n, reason: undefined, createdAt: 500 },
  ...{ status: 'bridging', substatus: 'mined', gasless: false, crossing: { toChainId: 8453, toNetwork: 'base' } },
} as unknown as SwapRecord
const swap = { ...crossing, status: 'pending', crossing: undefined } as unknown as SwapRecord
const unseen = { ...swap, substatus: 'submitted', mined: undefined, amountOut: undefined } as SwapRecord

interface Shown {
  readonly endpoints?: readonly string[]
  readonly seen?: 'absent' | 'waiting' | 'behind'
  /** Of the sender, in the newest final block. */
  readonly nonce?: number
  /** That used the sender's nonce, if that can still be found. */
  readonly user?: string
  /** In which it did so. */
  readonly userBlock?: number
  /** Words of the bitmap of used order nonces, by each endpoint. */
  readonly used?: readonly bigint[]
  /** Of the newest final block. */
  readonly finalTime?: number
  /** Its sender's transaction that cancelled the order. */
  readonly cancelledBy?: string
}

/** The endpoints have pruned the transaction and its receipt, and the states of its time. */
function refresh(
  of: SwapRecord,
  {
    endpoints = ['a', 'b'],
    seen = 'absent',
    nonce = 8,
    user,
    userBlock = 90,
    used = [0n, 0n],
    finalTime = now - 200,
    cancelledBy,
  }: Shown = {},
) {
  const call = { to: contract, data: encodeCancel(5n), value: 0n }
  const cancellation = { ...mined, status: 'success', block: 19_500, logs: [] }
  const head = { number: 20_000, time: now }
  const chain = {
    network,
    receipt: async () => undefined,
    head: async () => head,
    allNonces: async () => endpoints.map((endpoint) => ({ endpoint, head, latest: nonce })),
    transfers: async () => [],
    transactions: async () => [],
    allSimulationsAt: async () => [{ ok: true, data: hex(`0x${'00'.repeat(32)}`) }],
    checkTransaction: async ({ hash: asked }: { readonly hash: string }) =>
      asked === cancelledBy
        ? endpoints.map(() => ({ head, receipt: cancellation }))
        : endpoints.map((endpoint, i) => ({ endpoint, seen: i === 0 ? seen : 'absent', head, nonce })),
    nonceAt: async (_: string, number: number) => endpoints.map(() => ({ nonce, block: { number, time: finalTime } })),
    allReadsWithBlock: async () =>
      used.map((word) => ({ block: head, answers: [hex(`0x${word.toString(16).padStart(64, '0')}`)] })),
    findNonceUser: async () =>
      cancelledBy === undefined
        ? user && { endpoint: 'a', by: user, block: userBlock, blockHash }
        : { endpoint: 'a', by: cancelledBy, block: 19_500, blockHash, call },
    findTransaction: async () => ({ transaction: { from: sender, to: recipient, data: hex('0x'), nonce: 7 } }),
  } as unknown as Chain
  const context = {
    chain: async () => chain,
    clock: { now: () => now },
    swaps: { update: async () => undefined },
    crossing: {
      track: async () => {
        throw new Error('its receipt is gone')
      },
    },
  } as unknown as SwapsContext
  return refreshSwap(context, of)
}

test.each([
  ['a signed order, by one endpoint', { gasless: true }, ['a']],
  ['a signed order, by two', { gasless: true }, ['a', 'b']],
  ['a transaction of its sender', {}, ['a', 'b']],
])('a deposit that is on its way has not failed because its receipt is forgotten: %s', async (_, more, endpoints) => {
  const seen = await refresh({ ...crossing, ...more }, { endpoints })
  expect(seen).toMatchObject({ status: 'bridging', substatus: 'unknown', mined, amountOut: 5n, reason: forgotten })
})

test('nor has a swap that was seen mined', async () => {
  const open = { status: 'pending', substatus: 'unknown', mined, amountOut: 5n, reason: forgotten }
  expect(await refresh(swap)).toMatchObject(open)
  expect(await refresh(swap, { user: hash })).toMatchObject(open) // by itself
  expect(await refresh(swap, { seen: 'behind' })).toMatchObject(open)
})

test('nor if one endpoint has shown it as waiting since', async () => {
  const timeline = [{ stage: 'mined', at: 600, block: 100 }]
  const waiting = await refresh({ ...swap, timeline } as never, { seen: 'waiting' })
  expect([waiting.status, waiting.substatus, waiting.mined]).toEqual(['pending', 'submitted', undefined])
  expect(await refresh({ ...waiting, createdAt: 80_000 } as never)).toMatchObject({
    ...{ status: 'pending', substatus: 'unknown', mined: undefined, reason: forgotten },
  })
})

test('what used its nonce in a block that is not final has not replaced it yet', async () => {
  const [open, final] = [19_990, 19_989] // final after 12 blocks
  expect(await refresh(unseen, { user: other, userBlock: open })).toMatchObject({ status: 'pending' })
  expect(await refresh(unseen, { user: other, userBlock: final })).toMatchObject({ status: 'error' })
})

test('what was in a block of another branch ends by what proves that it was not mined', async () => {
  expect(await refresh(swap, { user: other })).toMatchObject({ status: 'error', substatus: 'replaced' })
  expect(await refresh(swap, { nonce: 7 })).toMatchObject({ status: 'expired', substatus: 'expired' })
  expect(await refresh(swap, { nonce: 7, finalTime: 1_000 })).toMatchObject({ status: 'pending', mined })
})

const usedReason = 'its nonce was used, and no RPC endpoint shows the transaction'
const bit = 1n << 5n

test('a swap that nobody has, though its nonce is used, may have succeeded, also under another hash', async () => {
  for (const createdAt of [now - 300, 500])
    expect(await refresh({ ...unseen, createdAt } as never)).toMatchObject({
      ...{ status: 'pending', substatus: 'unknown', reason: usedReason },
    })
})

test.each<[string, Shown, boolean, string, string, string | undefined]>([
  ['its nonce is free for good', {}, true, 'expired', 'expired', undefined],
  ['its nonce is used', { used: [bit, bit] }, true, 'pending', 'unknown', usedReason],
  ['endpoints contradict each other', { used: [bit, 0n] }, true, 'pending', 'unknown', undefined],
  ['its deadline is not final', { finalTime: 1_000 }, true, 'pending', 'unknown', undefined],
  ['its nonce is not known', {}, false, 'pending', 'unknown', undefined],
])('an order of which nobody has the transaction: %s', async (_, shown, isKnown, status, substatus, reason) => {
  const order = isKnown ? { order: { nonces: contract, nonce: 256n + 5n } } : {}
  const seen = await refresh({ ...unseen, gasless: true, ...order } as never, shown)
  expect([seen.status, seen.substatus, seen.reason]).toEqual([status, substatus, reason])
})

test.each([
  ['soon', 80_000, 'expired'],
  ['a day ago', 3_000, 'pending'],
] as const)('an order that was reported %s, whose nonce its sender has cancelled', async (_, createdAt, status) => {
  const order = { nonces: contract, nonce: 5n }
  const record = { ...unseen, gasless: true, order, createdAt: createdAt + 500 } as never
  const seen = await refresh(record, { used: [bit, bit], cancelledBy: other })
  const reason = status === 'expired' ? `another transaction used the nonce of its order: ${other}` : usedReason
  expect([seen.status, seen.reason]).toEqual([status, reason])
})

test('an order that was mined has ended if its nonce is free for good', async () => {
  const order = { nonces: contract, nonce: 256n + 5n }
  const deposited = { ...crossing, gasless: true, order } as never
  expect(await refresh(deposited)).toMatchObject({ status: 'expired' })
  expect(await refresh(deposited, { used: [bit, bit] })).toMatchObject({ status: 'bridging', reason: forgotten })
})
