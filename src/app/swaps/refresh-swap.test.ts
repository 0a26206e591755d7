import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import type { TrackedCrossing } from '#domain/service/crossing-service'
import type { SwapRecord } from '#domain/service/swap-record'
import { evm, hex } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { getNetworkEntry } from '#networks/find'
import { signedCrossing } from '#test/crossing/signed-sample'
import type { SwapsContext } from './context.ts'
import { refreshSwap } from './refresh-swap.ts'

const [hash, blockHash, other] = ['aa', 'bb', 'cc'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [never, never, never]
const network = getNetworkEntry('ethereum')
const order = signedCrossing('crossing')
const [token, recipient] = ['22', '33'].map((byte) => evm(`0x${byte.repeat(20)}`)) as [never, never]
const record = {
  ...{ id: 'swap', status: 'pending', substatus: 'submitted', network: 'ethereum', transactionHash: hash },
  ...{ buy: token, to: recipient, gasless: false, timeline: [], nonce: 7, deadline: 1000 },
} as unknown as SwapRecord

interface Look {
  readonly seen: 'mined' | 'waiting' | 'absent' | 'behind'
  /** Its newest block, if it is another one's than the one in use. */
  readonly at?: number
  /** Its newest block is hours old. */
  readonly stuck?: boolean
  /** Of the account in the newest final block, by this endpoint, and that block's time. */
  readonly nonce?: number
  readonly time?: number
  readonly status?: string
  /** The fee by this endpoint, in wei, if it is not 1. */
  readonly feePaid?: bigint
}

interface Chance {
  /** What the endpoint in use shows, in block 100; nothing if absent. */
  readonly status?: string
  readonly head: number
  /** The newest block that the endpoint in use claims, if it is another one. */
  readonly claimed?: number
  readonly tracked?: string | undefined
  /** What tracking a crossing throws. */
  readonly thrown?: Error | undefined
  /** What each endpoint shows. */
  readonly looks?: readonly Look[]
  /** The transaction that used the nonce, as far as the endpoint in use can tell. */
  readonly user?: string | undefined
}

const severalDeposits = fail('CHECK_FAILED', { reason: 'there are several deposits' })

/** On ethereum, whose blocks are final after 12; the swap has nonce 7 and a deadline of 1000. */
function refresh(
  of: SwapRecord,
  { status, head, claimed = head, tracked, looks = [], thrown = severalDeposits, user = other }: Chance,
) {
  const receipt = { status, block: 100, blockHash, logs: [], gasUsed: 1n, feePaid: 1n }
  const chain = {
    network,
    receipt: async () => (status === undefined ? undefined : receipt),
    head: async () => ({ number: claimed }),
    transactions: async () => [],
    findNonceUser: async () => (user === 'unknown' ? undefined : { endpoint: 'a', by: user, block: 90, blockHash }),
    findTransaction: async () => ({ transaction: { to: getCrossing(network).address, data: order } }),
    allReadsWithBlock: async () => [{ block: { number: head, time: 1 }, answers: [hex(`0x${'0'.repeat(64)}`)] }],
    checkTransaction: async () =>
      looks.map(({ seen, at = head, stuck = false, status: shown, feePaid = 1n }, index) => ({
        ...{
          seen,
          endpoint: `node${index}`,
          head: { number: at, time: stuck ? 0 : 5_000 },
          ...(seen === 'behind' && { blockHash }),
        },
        ...(shown && { receipt: { ...receipt, status: shown, feePaid } }),
      })),
    allNonces: async () => looks.map(({ at = head }, index) => ({ endpoint: `node${index}`, head: { number: at } })),
    nonceAt: async (_: string, block: number) => {
      expect(block).toBe(head - 11)
      return looks.map(({ nonce = 7, time = 1000 }) => ({ nonce, block: { number: block, time } }))
    },
  } as unknown as Chain
  const context = {
    chain: async () => chain,
    clock: { now: () => 5_000 },
    swaps: { update: async () => undefined },
    crossing: {
      track: async () => {
        if (tracked === undefined) throw thrown
        return { state: { state: tracked } } as unknown as TrackedCrossing
      },
    },
  } as unknown as SwapsContext
  return refreshSwap(context, of)
}

const reverted = { seen: 'mined', status: 'reverted' } as const
const succeeded = { seen: 'mined', status: 'success' } as const
const absent = { seen: 'absent' } as const

test.each<[status: string, head: number, looks: readonly Look[], state: string, substatus: string]>([
  ['reverted', 100, [reverted], 'pending', 'reverted'],
  ['reverted', 110, [reverted], 'pending', 'reverted'],
  ['reverted', 111, [reverted, reverted], 'error', 'reverted'],
  ['reverted', 111, [reverted, succeeded], 'pending', 'reverted'],
  ['reverted', 111, [reverted, absent], 'pending', 'reverted'],
  ['success', 110, [], 'pending', 'mined'],
  ['success', 111, [succeeded, succeeded], 'success', 'confirmed'],
  ['success', 111, [succeeded, absent], 'pending', 'mined'],
  ['success', 111, [succeeded, succeeded, { seen: 'absent', at: 99 }], 'success', 'confirmed'],
  ['success', 111, [succeeded, { seen: 'absent', at: 99 }], 'pending', 'mined'],
  ['success', 111, [succeeded, { seen: 'absent', at: 99, stuck: true }], 'success', 'confirmed'],
  // the endpoint in use alone claims that it is deep
  ['success', 111, [succeeded, { ...succeeded, at: 110 }], 'pending', 'mined'],
  ['reverted', 111, [reverted, { ...reverted, at: 100 }], 'pending', 'reverted'],
  ['success', 111, [succeeded, { seen: 'behind' }], 'success', 'confirmed'],
  ['reverted', 111, [reverted, { seen: 'behind' }], 'pending', 'reverted'],
  ['success', 111, [{ seen: 'waiting' }, absent], 'pending', 'mined'],
])('%s in block 100 is, at block %i for %o, %s and %s', async (status, head, looks, state, substatus) => {
  expect(await refresh(record, { status, head, looks })).toMatchObject({ status: state, substatus })
})

test('a fee that endpoints tell differently is unknown, whatever else they agree on', async () => {
  const minedOf = async (status: 'success' | 'reverted', feePaid: bigint) =>
    (await refresh(record, { status, head: 111, looks: [{ seen: 'mined', status, feePaid }] })).mined
  expect(await minedOf('success', 1n)).toEqual({ block: 100, blockHash, gasUsed: 1n, feePaid: 1n })
  expect(await minedOf('success', 2n)).toEqual({ block: 100, blockHash, gasUsed: 1n })
  expect(await minedOf('reverted', 2n)).toEqual({ block: 100, blockHash, gasUsed: 1n })
})

test('so it is before that is final, and of a crossing that has ended', async () => {
  const dear = { ...succeeded, feePaid: 2n }
  const early = await refresh(record, { status: 'success', head: 111, looks: [dear, { ...dear, at: 110 }] })
  expect([early.status, early.mined]).toEqual(['pending', { block: 100, blockHash, gasUsed: 1n }])
  const crossing = { ...record, crossing: { toChainId: 8453 } }
  const ended = async (looks: readonly Look[]) =>
    (await refresh(crossing, { status: 'success', head: 111, tracked: 'refunded', looks })).mined
  expect(await ended([dear, succeeded])).toEqual({ block: 100, blockHash, gasUsed: 1n })
  expect(await ended([succeeded, succeeded])).toEqual({ block: 100, blockHash, gasUsed: 1n, feePaid: 1n })
})

test.each<[looks: readonly Look[], state: string, substatus: string]>([
  [[absent, { seen: 'waiting' }], 'pending', 'submitted'],
  [[absent], 'pending', 'unknown'],
  [[absent, { ...absent, nonce: 8 }], 'pending', 'unknown'],
  [
    [
      { ...absent, nonce: 8 },
      { ...succeeded, nonce: 8 },
    ],
    'pending',
    'unknown',
  ],
  [
    [
      { ...absent, nonce: 8 },
      { ...absent, nonce: 9 },
    ],
    'error',
    'replaced',
  ],
  [[{ ...absent, time: 1001 }, absent], 'pending', 'unknown'],
  [
    [
      { ...absent, time: 1001 },
      { ...succeeded, time: 1001 },
    ],
    'pending',
    'unknown',
  ],
  [
    [
      { ...absent, time: 1001 },
      { ...absent, time: 1002 },
    ],
    'expired',
    'expired',
  ],
])('what the endpoint in use has not is, for %o, %s and %s', async (looks, state, substatus) => {
  expect(await refresh(record, { head: 111, looks })).toMatchObject({ status: state, substatus })
})

test.each([
  ['our own transaction, whose receipt it forgot', hash, 1000],
  ['nothing that it can find', 'unknown', 1000],
  ['nothing that it can find, though the deadline has passed', 'unknown', 1001],
])('a used nonce ends nothing while the endpoint in use shows that it was used by %s', async (_, user, time) => {
  const looks = [{ ...absent, nonce: 8, time }]
  expect(await refresh(record, { head: 111, looks, user })).toMatchObject({ status: 'pending', substatus: 'unknown' })
})

test('an end by the deadline is read in a block that two endpoints call final', async () => {
  const late = { ...absent, time: 1001 }
  const expired = { status: 'expired', substatus: 'expired' }
  expect(await refresh(record, { head: 111, claimed: 5_000, looks: [{ ...late, at: 5_000 }, late] })).toMatchObject(
    expired,
  )
})

test('a mined crossing that an endpoint calls reverted is not ended by it', async () => {
  const crossing = { ...record, crossing: { toChainId: 8453 } }
  const seen = { status: 'success', head: 111, tracked: 'error' }
  expect(await refresh(crossing, seen)).toMatchObject({ status: 'pending', substatus: 'mined' })
})

test('a reported order to another network that reverted is pending as long as another can execute it', async () => {
  const crossing = { ...record, gasless: true, crossing: { toChainId: 8453 } }
  const seen = { status: 'reverted', head: 111, looks: [reverted, reverted] }
  expect(await refresh(crossing, seen)).toMatchObject({ status: 'pending', substatus: 'reverted' })
})

test('a crossing whose transaction contradicts itself is said to be unknown, and stays open', async () => {
  const crossing = { ...record, crossing: { toChainId: 8453 } }
  expect(await refresh(crossing, { status: 'success', head: 111 })).toMatchObject({
    ...{ status: 'bridging', substatus: 'unknown', reason: 'there are several deposits' },
    crossing: { toChainId: 8453 },
  })
})

test.each([
  [fail('SWAP_NOT_FOUND', { id: 'it' }), 'no bridge that this program knows has taken its deposit'],
  [fail('NETWORK_NOT_SUPPORTED', { name: '999999' }), 'its deposit leads to a network that this program does not know'],
])('a crossing by a bridge, or to a network, that nobody here knows is unknown too: %s', async (thrown, reason) => {
  const crossing = { ...record, crossing: { toChainId: 8453 } }
  expect(await refresh(crossing, { status: 'success', head: 111, thrown })).toMatchObject({
    ...{ status: 'bridging', substatus: 'unknown', reason },
  })
})

test.each<[tracked: string | undefined, thrown: Error | undefined, status: string]>([
  ['success', undefined, 'success'],
  ['partial', undefined, 'partial'],
  ['bridging', undefined, 'partial'],
  [undefined, severalDeposits, 'partial'],
  [undefined, fail('NETWORK_UNAVAILABLE', { network: 'Base', reason: 'it is down' }), 'partial'],
])('a claim that is open is looked at again: %s, %s', async (tracked, thrown, status) => {
  const mined = { block: 100, blockHash, gasUsed: 1n, feePaid: 1n }
  const partial = { ...record, status: 'partial', mined, crossing: { toChainId: 8453, hasOpenClaim: true } } as never
  expect(await refresh(partial, { head: 111, tracked, thrown })).toMatchObject({ status })
})

test('one that was released is not', async () => {
  const partial = { ...record, status: 'partial', crossing: { toChainId: 8453 } } as never
  expect(await refresh(partial, { head: 111, tracked: 'success' })).toEqual(partial)
})
