/** A quote that cannot be used: what was signed for it is told, under whichever name. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toQuoteFailure } from '#app/trade/steps/quote-failure'
import { fail } from '#domain/errors'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { createDraft, createTx, idOf, now } from './samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const quote = idOf(0xc3)
const expired = fail('QUOTE_EXPIRED', { id: quote, secondsAgo: 41 })

function openJournal() {
  const database = openOnce({ path: join(temporaryDirectory(), 'journal.db') })
  const journal = createJournal({ database, finalDepth: () => 3 })
  async function approve(id: string, nonce: number): Promise<string> {
    const tx = createTx('approve', nonce)
    await journal.recordSigned(id, tx, now)
    await journal.addObservations(id, 'approve', [
      { kind: 'broadcast', at: now, endpoint: 'node', hash: tx.hash, outcome: 'accepted' },
    ])
    return tx.hash
  }
  return { journal, approve }
}

test('nothing was signed for it', async () => {
  const { journal } = openJournal()
  expect(await toQuoteFailure({ journal }, undefined, expired)).toBe(expired)
})

test('the approval of a swap under a name, which is not bound to the quote yet', async () => {
  const { journal, approve } = openJournal()
  await journal.open({ ...createDraft(idOf(0xa1), 'salary'), request: { quote } })
  const hash = await approve(idOf(0xa1), 5)
  const told = await toQuoteFailure({ journal }, undefined, expired)
  expect(told).toMatchObject({ code: 'PENDING', context: { sent: true, approvals: [hash] } })
})

test('approvals of several commands, each once', async () => {
  const { journal, approve } = openJournal()
  await journal.open(createDraft(idOf(0xa1), `quote:${quote}`))
  await journal.open({ ...createDraft(idOf(0xa2), 'salary'), request: { quote } })
  await journal.open({ ...createDraft(idOf(0xa3), `approve:${quote}`), kind: 'approve' })
  await journal.open({ ...createDraft(idOf(0xa4), `approve:${idOf(0xa3)}:0`), kind: 'approve' })
  const hashes = [
    await approve(idOf(0xa1), 5),
    await approve(idOf(0xa2), 6),
    await approve(idOf(0xa3), 7),
    await approve(idOf(0xa4), 8),
  ]
  for (const found of [await journal.findByKey(`quote:${quote}`), undefined]) {
    const { context } = await toQuoteFailure({ journal }, found, expired)
    expect(context.approvals).toHaveLength(4)
    expect(new Set(context.approvals)).toEqual(new Set(hashes))
  }
  const approval = await journal.findByKey(`approve:${quote}`)
  const { context } = await toQuoteFailure({ journal }, approval, expired)
  expect(context.sent).toBe(true)
  expect(new Set(context.approvals).size).toBe(context.approvals?.length)
})
