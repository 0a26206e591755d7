/** What was signed by a quote is found by the quote's id alone: an intent whose own id begins alike is another swap. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Context } from '#cli/context'
import { findOfQuote } from '#cli/request/name-earlier'
import type { JournalOrder } from '#domain/journal/journal'
import { evm, hex, networkName, seconds } from '#domain/units'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { createDraft, createTrade, createTx, idOf, now } from './samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const short = '7b3e91c4'
const quote = `${short}-1111-4000-8000-000000000000`
/** The id of another swap. */
const alike = `${short}-2222-4000-8000-000000000000`
const [swapped, approval] = [idOf(0xa1), idOf(0xa2)]

async function openJournal(...made: readonly ('swap' | 'alike' | 'approval' | 'unsigned')[]) {
  const database = openOnce({ path: join(temporaryDirectory(), 'journal.db') })
  const journal = createJournal({ database, finalDepth: () => 3 })
  if (made.includes('unsigned')) await journal.open(createDraft(idOf(0xa3), `quote:${quote}`))
  if (made.includes('swap')) {
    await journal.open(createDraft(swapped, 'first'))
    await journal.bindTrade(swapped, createTrade(quote))
    await journal.recordSigned(swapped, createTx('swap', 5), now)
  }
  if (made.includes('alike')) {
    await journal.open(createDraft(alike, 'other'))
    await journal.bindTrade(alike, createTrade(idOf(0xc3)))
    await journal.recordSigned(alike, createTx('swap', 6), now)
  }
  if (made.includes('approval')) await journal.open(createDraft(approval, `approve:${quote}`))
  const find = async (word: string, of: 'swap' | 'approval') => {
    const found = await findOfQuote({ journal: async () => journal } as unknown as Context, word, of)
    return found !== undefined && 'digest' in found ? found.digest : found?.id
  }
  return { journal, find }
}

test('not by the id of another swap', async () => {
  const { find } = await openJournal('alike')
  for (const word of [short, quote, alike])
    for (const of of ['swap', 'approval'] as const) expect(await find(word, of)).toBeUndefined()
})

test('nor hidden by it', async () => {
  const { find } = await openJournal('swap', 'alike', 'approval')
  for (const word of [short, short.toUpperCase(), quote]) {
    expect(await find(word, 'swap')).toBe(swapped)
    expect(await find(word, 'approval')).toBe(swapped)
  }
  const unswapped = await openJournal('alike', 'approval')
  for (const word of [short, quote]) expect(await unswapped.find(word, 'approval')).toBe(approval)
})

test('what was signed under a name comes before what nothing was signed for', async () => {
  expect(await (await openJournal('unsigned', 'swap')).find(short, 'swap')).toBe(swapped)
  const { find } = await openJournal('unsigned', 'alike')
  for (const word of [short, quote]) expect(await find(word, 'swap')).toBe(idOf(0xa3))
})

test('a prefix of two quotes names none of them', async () => {
  const { journal } = await openJournal('swap', 'alike')
  await journal.open(createDraft(idOf(0xa4), 'third'))
  await journal.bindTrade(idOf(0xa4), createTrade(alike))
  await expect(journal.readByQuote(short)).rejects.toMatchObject({ code: 'QUOTE_AMBIGUOUS' })
  expect((await journal.readByQuote(alike)).swaps.map(({ id }) => id)).toEqual([idOf(0xa4)])
})

test('a swap to another network that is not signed yet, by its key', async () => {
  const { journal, find } = await openJournal('alike')
  await journal.open({ ...createDraft(idOf(0xa5), `cross:${quote}`), kind: 'cross' })
  for (const word of [short, quote]) expect(await find(word, 'swap')).toBe(idOf(0xa5))
})

test.each([
  ['quote:', 'swap'],
  ['cross:', 'cross'],
] as const)('an approval that waits, of an intent with the key %s', async (prefix, kind) => {
  const { journal, find } = await openJournal('alike', 'approval')
  await journal.open({ ...createDraft(idOf(0xa6), `${prefix}${quote}`), kind })
  await journal.recordSigned(idOf(0xa6), createTx('approve', 5), now)
  for (const word of [short, quote])
    for (const of of ['swap', 'approval'] as const) expect(await find(word, of)).toBe(idOf(0xa6))
})

test('an approval that waits, of a swap under a name that is not bound to its quote yet', async () => {
  const { journal, find } = await openJournal('alike', 'approval')
  const account = `0x${'11'.repeat(20)}`
  await journal.open({ ...createDraft(idOf(0xa7), 'salary'), request: { account, quote } })
  await journal.open({ ...createDraft(idOf(0xa8), 'rent'), request: { account, quote: idOf(0xc4) } })
  await journal.open({ ...createDraft(idOf(0xa9), 'food'), request: { account, amount: quote } })
  await journal.recordSigned(idOf(0xa7), createTx('approve', 5), now)
  for (const word of [short, quote])
    for (const of of ['swap', 'approval'] as const) expect(await find(word, of)).toBe(idOf(0xa7))
  await journal.bindTrade(idOf(0xa7), createTrade(quote))
  expect((await journal.readByQuote(quote)).swaps.map(({ id }) => id)).toEqual([idOf(0xa7)])
})

test('an approval of `approve` concerns a swap while it waits', async () => {
  const { journal, find } = await openJournal('approval', 'unsigned')
  expect(await find(quote, 'swap')).toBe(idOf(0xa3))
  const tx = createTx('approve', 5)
  await journal.recordSigned(approval, tx, now)
  const sent = { kind: 'broadcast', at: now, endpoint: 'node', hash: tx.hash, outcome: 'accepted' } as const
  await journal.addObservations(approval, 'approve', [sent])
  for (const of of ['swap', 'approval'] as const) expect(await find(quote, of)).toBe(approval)
})

const order: JournalOrder = {
  ...{ digest: hex(`0x${'0d'.repeat(32)}`), network: networkName('sandbox'), quoteId: quote },
  ...{ router: evm(`0x${'a2'.repeat(20)}`), sender: evm(`0x${'a3'.repeat(20)}`), token: evm(`0x${'a4'.repeat(20)}`) },
  ...{ amount: 7n, nonce: 9n, deadline: seconds(now + 300), signedAt: now },
}

test('a gasless order by its quote, until it is void', async () => {
  const { journal, find } = await openJournal('alike', 'unsigned')
  await journal.recordOrder(order)
  await journal.recordOrder({ ...order, digest: hex(`0x${'0e'.repeat(32)}`), quoteId: alike })
  expect(await journal.listOrders(now)).toMatchObject([{ quoteId: quote }, { quoteId: alike }])
  for (const of of ['swap', 'approval'] as const) expect(await find(quote, of)).toBe(order.digest)
  await expect(find(short, 'swap')).rejects.toMatchObject({ code: 'QUOTE_AMBIGUOUS' })
  await journal.voidOrder(order.digest)
  expect(await find(quote, 'swap')).toBe(idOf(0xa3))
})
