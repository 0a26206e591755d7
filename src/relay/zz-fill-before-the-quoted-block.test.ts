/**
 * Wrong: the search for the transaction of another that executed an order begins at the block of its quote. For a crossing that is the
 * head which one endpoint named when the order was priced, compared with nothing. If it named one that is too high, that once, the
 * execution lies before the search, and `cancelled` is taken for `none` without asking whether the nonce was free at its beginning
 * (a search for a reported transaction does ask). The record then ends as `error`, final, though every endpoint shows the
 * execution.
 * Loss: an owner whose tokens have left for the other network is told that the swap failed for good, and sells again.
 * Cause: src/relay/other-fill.ts:33 and :37, src/app/crossing/gasless.ts:82 (`source.head()` of one endpoint); compare
 * src/app/swaps/search-fill.ts:34.
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
const wordOf = (used: boolean) => hex(`0x${(used ? 32n : 0n).toString(16).padStart(64, '0')}`)
const afterDeadline = 2_000_000_000
const filledAt = 100

/** Two honest endpoints, at block 400; the order was executed by another in block 100. */
const chain = {
  network,
  allReadsWithBlock: async () =>
    [0, 1].map(() => ({ block: { number: 400, time: afterDeadline }, answers: [wordOf(true)] })),
  nonceAt: async (_: string, number: number) => [0, 1].map(() => ({ block: { number, time: afterDeadline } })),
  transfers: async ({ first, last }: { readonly first: number; readonly last: number }) =>
    first <= filledAt && filledAt <= last ? [theirs] : [],
  transactions: async (hashes: readonly string[]) => hashes.map((hash) => transactionOf(hash)),
  findTransaction: async (hash: string) => ({ transaction: transactionOf(hash) }),
  checkTransaction: async () =>
    [0, 1].map(() => ({ receipt: { block: filledAt, blockHash, logs: [], status: 'success' }, head: { number: 400 } })),
  simulateAt: async (_: unknown, block: number) => ({ ok: true, data: wordOf(block >= filledAt) }),
} as unknown as Chain
const transactionOf = (hash: string) => ({
  ...{ hash, from: evm(`0x${'33'.repeat(20)}`), to: getCrossing(network).address, data, value: wei(0n) },
})

const searchFrom = (block: number) =>
  findOtherFill(
    { quotes: {} as never, crossQuotes: { find: async () => ({ quote: { gasless: { block } } }) } as never },
    chain,
    { id: 'order', quoteId: 'quote', data, attempts: [{ hash: ours }] } as unknown as Relay,
    { receipt: { block: 101 } } as unknown as Conclusion,
  )

test('an order that another executed is not said to be executed by nobody, whatever block its quote named', async () => {
  expect(await searchFrom(90)).toMatchObject({ hash: theirs }) // green: the quote's own block
  for (const tooHigh of [150, 5_000]) expect(await searchFrom(tooHigh)).not.toBe('none')
})
