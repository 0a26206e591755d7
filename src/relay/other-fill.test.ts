import { expect, test } from 'vitest'
import { toSwapTypedData } from '#domain/api/typed-data'
import type { Chain } from '#domain/chain/port'
import type { Conclusion } from '#domain/journal/evidence'
import { wholeShare } from '#domain/quotes/route'
import type { Relay } from '#domain/relay/relay'
import { amount, evm, hex, noBytes, seconds, wei } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { getRouter } from '#encoding/contracts/router'
import { encodeOrderCall } from '#encoding/order/call'
import { encodeRoute } from '#encoding/swap/route-bytes'
import { getNetworkEntry } from '#networks/find'
import { signedCrossing } from '#test/crossing/signed-sample'
import { findOtherFill } from './other-fill.ts'

const network = getNetworkEntry('ethereum')
const [owner, other, token] = ['22', '33', '44'].map((byte) => evm(`0x${byte.repeat(20)}`)) as [never, never, never]
const [ours, theirs, blockHash] = ['aa', 'bb', 'cc'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [never, never, never]
const { message } = toSwapTypedData({
  ...{ chainId: 1, router: getRouter(network).address, sender: owner, recipient: owner, fromAsset: token },
  ...{ toAsset: evm(`0x${'55'.repeat(20)}`), deadline: seconds(1_800_000_000), amountOutMin: amount(9n) },
  ...{ sellAmount: amount(1000n), swapFee: amount(10n), affiliate: undefined, nonce: 5n },
})
const route = encodeRoute({
  wrapped: undefined,
  throughRouter: true,
  legs: [
    {
      move: 'push',
      pool: other,
      zeroForOne: true,
      feePpm: 3000,
      measured: false,
      share32: wholeShare,
      source: 'payer',
      destination: 'recipient',
      tokenIn: undefined,
    },
  ],
})
const data = encodeOrderCall({ order: message, signature: hex('0x123456'), permit: undefined, route })
const acceptedAt = 1_799_999_000
const relay = {
  ...{ id: 'order', quoteId: 'quote', owner, data, attempts: [{ hash: ours }], createdAt: acceptedAt },
} as unknown as Relay
const conclusion = { receipt: { block: 100 } } as unknown as Conclusion

const swap = { to: message.router, data }

interface View {
  readonly block: number
  /** The word of used nonces; `undefined` if the call fails there. */
  readonly used: bigint | undefined
  /** Of its block; a second after the order's deadline if absent. */
  readonly time?: number
}

/** The contracts whose nonces were read. */
const asked: string[] = []
const [deadline, afterDeadline] = [1_800_000_000, 1_800_000_001]

/**
 * @param isLogged whether the other's transaction is in the endpoints' logs
 * @param finalTime of the newest final block
 * @param firstTime of the first block that is searched
 */
function search(
  views: readonly View[],
  isLogged = true,
  finalTime = afterDeadline,
  statuses = ['success'],
  { to, data: bytes }: { readonly to: string; readonly data: typeof data } = swap,
  firstTime = acceptedAt - 1,
) {
  const toTransaction = (hash: string) => ({ hash, from: other, to, data: bytes, value: wei(0n) })
  const receipts = statuses.map((status) => ({ block: 100, blockHash, logs: [], status }))
  const chain = {
    network,
    allReadsWithBlock: async ([word]: readonly { readonly to: string }[], at?: number) => {
      if (at === undefined) asked.push(word?.to ?? '')
      return views.map(({ block, used, time = afterDeadline }) => ({
        block: { number: block, time },
        ...(at === undefined ? {} : { ancestor: { number: at, time: firstTime } }),
        answers: [used === undefined ? noBytes : hex(`0x${used.toString(16).padStart(64, '0')}`)],
      }))
    },
    nonceAt: async (_: string, number: number) =>
      views.map(() => ({ block: { number, time: number > 300 ? finalTime : deadline } })),
    transfers: async () => (isLogged ? [ours, theirs] : [ours]),
    transactions: async (hashes: readonly string[]) => hashes.map(toTransaction),
    findTransaction: async (hash: string) => ({ transaction: toTransaction(hash) }),
    allTraces: async () => [{ kind: 'CALL', to: other, input: noBytes, calls: [] }],
    checkTransaction: async () =>
      views.map(({ block }, i) => ({ receipt: receipts[i % receipts.length], head: { number: block } })),
  } as unknown as Chain
  const quotes = { get: async () => ({ quote: { block: { number: 90 } } }) } as never
  const crossQuotes = { find: async () => ({ quote: { gasless: { block: 90 } } }) } as never
  return findOtherFill({ quotes, crossQuotes }, chain, { ...relay, data: bytes }, conclusion)
}

test('an order whose nonce is used was executed by another', async () => {
  expect(await search([{ block: 400, used: 32n }])).toMatchObject({ hash: theirs })
})

test('a nonce that was used without a fill in the logs was cancelled, but only once the deadline is final', async () => {
  const used = { block: 400, used: 32n } as const
  expect(await search([{ ...used, time: deadline }], false)).toBe('undecided')
  expect(await search([used], false, deadline)).toBe('undecided')
  expect(await search([used], false)).toBe('none')
})

test('one endpoint alone does not say that it was not', async () => {
  const [honest, lying] = [{ block: 400, used: 32n } as const, { block: 400, used: 0n } as const]
  expect(await search([lying, honest])).toMatchObject({ hash: theirs })
  expect(await search([lying, honest], false)).toBe('undecided')
  expect(await search([lying, lying])).toBe('none')
  expect(await search([honest, honest], false)).toBe('none')
})

test('endpoints that have not reached the end of our own transaction do not count', async () => {
  expect(await search([{ block: 99, used: 0n }])).toBe('undecided')
  expect(
    await search([
      { block: 99, used: 32n },
      { block: 400, used: 0n },
    ]),
  ).toBe('none')
})

test('an endpoint that cannot answer says nothing', async () => {
  const [honest, failing] = [{ block: 400, used: 32n } as const, { block: 400, used: undefined } as const]
  expect(await search([failing, honest])).toMatchObject({ hash: theirs })
  expect(await search([failing, honest], false)).toBe('none')
  expect(await search([failing])).toBe('undecided')
})

test('an order whose nonce is free can be executed until a block after its deadline is final', async () => {
  const free = { block: 400, used: 0n } as const
  expect(await search([free])).toBe('none')
  expect(await search([{ ...free, time: deadline }])).toBe('executable')
  expect(await search([free], true, deadline)).toBe('executable')
  // One endpoint that is not as far, or invents a later block, does not decide.
  expect(await search([free, { ...free, time: deadline }])).toBe('executable')
  expect(await search([free, { block: 300, used: 0n }])).toBe('executable')
  expect(await search([{ ...free, time: deadline, used: 32n }])).toMatchObject({ hash: theirs })
})

test('a transaction that reverted, by any endpoint, filled nothing', async () => {
  const used = { block: 400, used: 32n } as const
  for (const statuses of [['reverted'], ['success', 'reverted']])
    expect(await search([used, used], true, afterDeadline, statuses)).toBe('undecided')
})

test.each([
  ['crossing', getCrossing(network).address],
  ['permit2', '0x000000000022d473030f116ddee9f6b43ac78ba3'],
] as const)('an order to another network, by %s, ends by the same rules', async (by, nonces) => {
  const crossing = { to: getCrossing(network).address, data: signedCrossing(by) }
  const find = (view: Partial<View>, isLogged = true, finalTime = afterDeadline, to: string = crossing.to) =>
    search([{ block: 400, used: 32n, ...view }], isLogged, finalTime, ['success'], { ...crossing, to })
  asked.length = 0
  expect(await find({})).toMatchObject({ hash: theirs, received: undefined })
  expect(asked).toEqual([nonces])
  expect(await find({}, true, deadline, message.router)).toBe('undecided')
  expect(await find({}, false, deadline)).toBe('undecided')
  expect(await find({}, false)).toBe('none')
  expect(await find({ used: 0n }, true, deadline)).toBe('executable')
  expect(await find({ used: 0n })).toBe('none')
})

/** At block 400, long after the deadline; another executed the order in block 100, and the endpoint in use gives `told` of it. */
function chainFilledAt100(real: typeof data, told = real) {
  const used = (is: boolean) => hex(`0x${(is ? 32n : 0n).toString(16).padStart(64, '0')}`)
  const transaction = { hash: theirs, from: other, to: getCrossing(network).address, data: real, value: wei(0n) }
  const block = { number: 400, time: 2_000_000_000 }
  return {
    network,
    allReadsWithBlock: async (_: unknown, at?: number) =>
      [0, 1].map(() => ({ block, answers: [used(true)], ...(at === undefined ? {} : { ancestor: { time: at } }) })),
    nonceAt: async (_: string, number: number) => [0, 1].map(() => ({ block: { ...block, number } })),
    transfers: async ({ first, last }: { readonly first: number; readonly last: number }) =>
      first <= 100 && last >= 100 ? [theirs] : [],
    transactions: async () => [{ ...transaction, data: told }],
    findTransaction: async () => ({ transaction, isProven: true }),
    checkTransaction: async () =>
      [0, 1].map(() => ({ receipt: { block: 100, blockHash, logs: [], status: 'success' }, head: { number: 400 } })),
    allSimulationsAt: async (_: unknown, at: number) => [{ ok: true, data: used(at >= 100) }],
  } as unknown as Chain
}

/** @param ended the block of our own transaction */
function searchFrom(quoted: number, chain: Chain, crossed: typeof data, ended = 101) {
  const crossQuotes = { find: async () => ({ quote: { gasless: { block: quoted } } }) } as never
  const accepted = { ...relay, data: crossed, createdAt: 90 } as unknown as Relay // the mock's blocks are a second each
  return findOtherFill({ quotes: {} as never, crossQuotes }, chain, accepted, {
    receipt: { block: ended },
  } as unknown as Conclusion)
}

test('an order that another executed is found, though the endpoint in use gives other bytes of that', async () => {
  const crossed = signedCrossing('crossing')
  expect(await searchFrom(90, chainFilledAt100(crossed, hex('0x12345678')), crossed)).toMatchObject({ hash: theirs })
})

test('nor is it executed by nobody if its quote named a block that is too high', async () => {
  const crossed = signedCrossing('crossing')
  for (const quoted of [90, 150, 5_000])
    expect(await searchFrom(quoted, chainFilledAt100(crossed), crossed)).toMatchObject({ hash: theirs })
  expect(await searchFrom(5_000, chainFilledAt100(crossed), crossed, 200)).toBe('undecided')
})

test('without a fill, an order ends only if the search began before it was accepted', async () => {
  const used = [{ block: 400, used: 32n }]
  const from = (firstTime: number) => search(used, false, afterDeadline, ['success'], swap, firstTime)
  expect([await from(acceptedAt - 1), await from(acceptedAt)]).toEqual(['none', 'undecided'])
})
