/**
 * Wrong: whether a transaction fills an order is first judged by the bytes that the endpoint in use gives of it, and only a yes is
 * proven by the hash. If that one endpoint gives other bytes of the fill, for the same contract, it is neither a direct fill nor
 * looked into as one inside of another call. All endpoints show the nonce used and the transfer; after the deadline the order
 * counts as cancelled by its owner, and its record ends as `error`, final.
 * Loss: an owner whose tokens were sold is told that the swap failed for good, and sells again. The client's own check of a gasless
 * swap ends likewise.
 * Cause: src/app/trade/order-fill.ts:106 to :110 (unproven `all` decides the no, and `to !== contract` leaves it out of the rest).
 */
import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { Conclusion } from '#domain/journal/evidence'
import type { Relay } from '#domain/relay/relay'
import { evm, hex, wei } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { getNetworkEntry } from '#networks/find'
import { signedCrossing } from '#test/crossing/signed-sample'
import { findOtherFill } from './other-fill.ts'

const network = getNetworkEntry('ethereum')
const [ours, theirs, blockHash] = ['aa', 'bb', 'cc'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [never, never, never]
const data = signedCrossing('crossing')
const used = hex(`0x${32n.toString(16).padStart(64, '0')}`)
const real = (hash: string) => ({
  ...{ hash, from: evm(`0x${'33'.repeat(20)}`), to: getCrossing(network).address, data, value: wei(0n) },
})

/** Two endpoints, at block 400, long after the deadline. The one in use gives these bytes of the fill in block 100. */
const chainWith = (told: typeof data) =>
  ({
    network,
    allReadsWithBlock: async () => [0, 1].map(() => ({ block: { number: 400, time: 2_000_000_000 }, answers: [used] })),
    nonceAt: async (_: string, number: number) => [0, 1].map(() => ({ block: { number, time: 2_000_000_000 } })),
    transfers: async () => [theirs],
    transactions: async () => [{ ...real(theirs), data: told }],
    findTransaction: async (hash: string) => ({ transaction: real(hash), isProven: true }),
    traceCalls: async () => ({ kind: 'CALL', to: real(theirs).to, input: data, output: '0x', calls: [] }),
    simulateAt: async (_: unknown, block: number) => ({ ok: true, data: block < 100 ? hex(`0x${'0'.repeat(64)}`) : used }),
    checkTransaction: async () =>
      [0, 1].map(() => ({ receipt: { block: 100, blockHash, logs: [], status: 'success' }, head: { number: 400 } })),
  }) as unknown as Chain

const search = (told: typeof data) =>
  findOtherFill(
    { quotes: {} as never, crossQuotes: { find: async () => ({ quote: { gasless: { block: 90 } } }) } as never },
    chainWith(told),
    { id: 'order', quoteId: 'quote', data, attempts: [{ hash: ours }] } as unknown as Relay,
    { receipt: { block: 101 } } as unknown as Conclusion,
  )

test('the fill of an order is found, though one endpoint gives other bytes of it', async () => {
  expect(await search(data)).toMatchObject({ hash: theirs }) // green: the real ones
  expect(await search(hex('0x12345678'))).not.toBe('none')
})
