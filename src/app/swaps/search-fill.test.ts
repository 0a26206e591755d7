/** What may still become of a signed order whose reported transaction reverted. */
import { expect, test } from 'vitest'
import { buildCrossOrder } from '#app/crossing/order'
import { toSwapTypedData } from '#domain/api/typed-data'
import type { Chain } from '#domain/chain/port'
import { amount, evm, type Hex, hex, noBytes, seconds, wei } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { getRouter } from '#encoding/contracts/router'
import { encodeCrossCall } from '#encoding/crossing/call'
import { encodeOrderCall } from '#encoding/order/call'
import { getNetworkEntry } from '#networks/find'
import { crossQuote, route } from '#test/crossing/quote-sample'
import type { SwapsContext } from './context.ts'
import { refreshSwap } from './refresh-swap.ts'
import { searchFill } from './search-fill.ts'

const network = getNetworkEntry('ethereum')
const [owner, submitter, token] = ['22', '33', '44'].map((byte) => evm(`0x${byte.repeat(20)}`)) as [never, never, never]
const [ours, theirs, blockHash] = ['aa', 'bb', 'cc'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [never, never, never]
const [deadline, nonce] = [1_800_000_000, 5n]
const router = getRouter(network).address
const signature = hex(`0x${'11'.repeat(65)}`)
const { message } = toSwapTypedData({
  ...{ chainId: 1, router, sender: owner, recipient: owner, fromAsset: token },
  ...{ toAsset: evm(`0x${'55'.repeat(20)}`), deadline: seconds(deadline), amountOutMin: amount(9n) },
  ...{ sellAmount: amount(1000n), swapFee: amount(10n), affiliate: undefined, nonce },
})
const order = encodeOrderCall({ order: message, signature, permit: undefined, route })

const crossing = (entry: 'cross' | 'crossOrder' | 'crossPermit2') => {
  const terms = { from: owner, to: owner, minimumOut: amount(9n), now: seconds(deadline - 60), deadlineSeconds: 60 }
  const signed = { ...buildCrossOrder(crossQuote, terms), nonce: String(nonce) }
  const call = { entry, order: signed, permit: undefined, route, there: crossQuote.calls.arrival } as const
  const data = encodeCrossCall({ ...call, signature: entry === 'cross' ? undefined : signature })
  return { to: getCrossing(network).address, data }
}

interface Shown {
  /** Of the reverted transaction. */
  readonly to?: string
  readonly data?: Hex
  /** Whether the nonce is used, by each endpoint, at block 10,000. */
  readonly used?: readonly boolean[]
  /** Of their heads, and of the newest final block. */
  readonly time?: number
  readonly finalTime?: number
  /** Whether another's transaction is among the owner's transfers. */
  readonly isFilled?: boolean
  /** Whether the nonce was used an hour before; `undefined` if no node has that state. */
  readonly usedBefore?: boolean | undefined
}

const wordOf = (isUsed: boolean): Hex => hex(`0x${(isUsed ? 1n << nonce : 0n).toString(16).padStart(64, '0')}`)

function chainOf(shown: Shown): Chain {
  const { used = [true], time = deadline + 1, finalTime = time, isFilled = false } = shown
  const transactionOf = (hash: string) =>
    hash === ours
      ? { hash, from: submitter, to: shown.to ?? router, data: shown.data ?? order, value: wei(0n) }
      : { hash, from: submitter, to: shown.to ?? router, data: shown.data ?? order, value: wei(0n) }
  const receipt = { block: 9000, blockHash, logs: [], status: 'success', gasUsed: 1n, feePaid: 2n }
  return {
    network,
    head: async () => ({ number: 10_000 }),
    receipt: async () => ({ ...receipt, status: 'reverted' }),
    allReadsWithBlock: async ([{ to }]: readonly [{ to: string }]) =>
      used.map((isUsed) => ({
        block: { number: 10_000, time },
        answers: [to === router || to === getCrossing(network).address || to === permit2 ? wordOf(isUsed) : noBytes],
      })),
    nonceAt: async (_: string, number: number) => used.map(() => ({ block: { number, time: finalTime } })),
    transfers: async ({ first, last }: { first: number; last: number }) => {
      expect([first, last]).toEqual([8_700, 10_000]) // an hour of blocks of 12 seconds before block 9,000
      return isFilled ? [ours, theirs] : [ours]
    },
    transactions: async (hashes: readonly string[]) => hashes.filter((hash) => hash !== ours).map(transactionOf),
    findTransaction: async (hash: string) => ({ transaction: transactionOf(hash) }),
    checkTransaction: async ({ hash }: { hash: string }) =>
      used.map(() => ({
        seen: 'mined',
        receipt: { ...receipt, status: hash === ours ? 'reverted' : 'success' },
        head: { number: 10_000 },
      })),
    allSimulationsAt: async (_: unknown, block: number) => {
      expect(block).toBe(8_699)
      return 'usedBefore' in shown && shown.usedBefore === undefined
        ? []
        : [{ ok: true, data: wordOf(shown.usedBefore ?? false) }]
    },
  } as unknown as Chain
}

const permit2 = evm('0x000000000022d473030f116ddee9f6b43ac78ba3')
const search = (shown: Shown) => searchFill(chainOf(shown), ours, { block: 9000 })

test('a nonce that another’s transaction used is a fill, whatever ours reverted for', async () => {
  expect(await search({ isFilled: true })).toMatchObject({ hash: theirs })
  expect(await search({ isFilled: true, time: deadline })).toMatchObject({ hash: theirs })
})

test('a used nonce without a fill was cancelled, but only once the deadline is final and the whole span was searched', async () => {
  expect(await search({})).toBe('none')
  expect(await search({ time: deadline })).toBe('undecided')
  expect(await search({ finalTime: deadline })).toBe('undecided')
  expect(await search({ used: [true, false] })).toBe('undecided')
  expect(await search({ usedBefore: true })).toBe('undecided')
  expect(await search({ usedBefore: undefined })).toBe('undecided')
})

test('a free nonce can be filled until the deadline is final', async () => {
  expect(await search({ used: [false], time: deadline })).toBe('executable')
  expect(await search({ used: [false], finalTime: deadline })).toBe('executable')
  expect(await search({ used: [false], usedBefore: undefined })).toBe('none')
})

test('what is no signed order is nobody else’s', async () => {
  expect(await search({ to: submitter })).toBe('none')
  expect(await search(crossing('cross'))).toBe('none')
})

test.each(['crossOrder', 'crossPermit2'] as const)('a %s that reverted can be submitted again', async (entry) => {
  expect(await search({ ...crossing(entry), used: [false], time: deadline })).toBe('executable')
  expect(await search({ ...crossing(entry), used: [false] })).toBe('none')
  expect(await search({ ...crossing(entry), isFilled: true })).toMatchObject({ hash: theirs, received: undefined })
  expect(await search(crossing(entry))).toBe('none')
})

test('the record of such a swap is no error while a fill is possible, and a success by another’s', async () => {
  const record = {
    ...{ id: 'swap', status: 'pending', substatus: 'submitted', network: 'ethereum', transactionHash: ours },
    ...{ buy: token, to: owner, from: owner, gasless: true, timeline: [], nonce: 7, deadline },
  }
  const refresh = (shown: Shown) => {
    const context = {
      chain: async () => chainOf(shown),
      clock: { now: () => 1 },
      swaps: { update: async () => undefined },
    } as unknown as SwapsContext
    return refreshSwap(context, record as never)
  }
  expect(await refresh({ time: deadline })).toMatchObject({ status: 'pending', substatus: 'reverted' })
  expect(await refresh({ isFilled: true })).toMatchObject({
    status: 'success',
    substatus: 'confirmed',
    transactionHash: ours,
    mined: { block: 9000, blockHash, gasUsed: 1n, feePaid: 2n },
    reason: `another transaction filled its order: 0x${'bb'.repeat(32)}`,
  })
  expect(await refresh({})).toMatchObject({ status: 'error', substatus: 'reverted' })
})

test('the record of such an order to another network goes on from another’s transaction', async () => {
  const record = {
    ...{ id: 'swap', status: 'pending', substatus: 'submitted', network: 'ethereum', transactionHash: ours },
    ...{ buy: token, to: owner, from: owner, gasless: true, timeline: [], nonce: 7, deadline },
    crossing: { toChainId: 8453 },
  }
  const tracked: string[] = []
  const context = {
    chain: async () => chainOf({ ...crossing('crossOrder'), isFilled: true }),
    clock: { now: () => 1 },
    swaps: { update: async () => undefined },
    crossing: {
      track: async (_: string, hash: string) => {
        tracked.push(hash)
        return { state: { state: 'bridging' } }
      },
    },
  } as unknown as SwapsContext
  expect(await refreshSwap(context, record as never)).toMatchObject({
    ...{ status: 'bridging', substatus: 'mined', transactionHash: ours },
    crossing: { toChainId: 8453, fillHash: theirs },
    reason: `another transaction filled its order: 0x${'bb'.repeat(32)}`,
  })
  expect(tracked).toEqual([theirs])
})

test('a fill that was found once is followed, though its trace and its logs are not served any more', async () => {
  const record = {
    ...{ id: 'swap', status: 'bridging', substatus: 'mined', network: 'ethereum', transactionHash: ours },
    ...{ buy: token, to: owner, from: owner, gasless: true, timeline: [], nonce: 7, deadline },
    mined: { block: 9000, blockHash, gasUsed: 1n, feePaid: 2n },
    crossing: { toChainId: 8453, fillHash: theirs },
    reason: `another transaction filled its order: ${theirs}`,
  }
  const context = {
    chain: async () => chainOf({ ...crossing('crossOrder'), isFilled: false, usedBefore: false }),
    clock: { now: () => 1 },
    swaps: { update: async () => undefined },
    crossing: { track: async () => ({ state: { state: 'bridging' } }) },
  } as unknown as SwapsContext
  expect(await refreshSwap(context, record as never)).toMatchObject({
    status: 'bridging',
    crossing: { fillHash: theirs },
  })
})
