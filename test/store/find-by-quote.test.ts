/** What was signed by a quote is found by the quote's id alone: an intent whose own id begins alike is another swap. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Context } from '#cli/context'
import { findOfQuote } from '#cli/request/name-earlier'
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
  const find = async (word: string, of: 'swap' | 'approval') =>
    (await findOfQuote({ journal: async () => journal } as unknown as Context, word, of))?.id
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
    expect(await find(word, 'approval')).toBe(approval)
  }
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
  await expect(journal.findByQuote(short)).rejects.toMatchObject({ code: 'QUOTE_AMBIGUOUS' })
  expect((await journal.findByQuote(alike))?.id).toBe(idOf(0xa4))
})
