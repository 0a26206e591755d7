/**
 * WRONG: `swap <quote to another network>` once more with other terms (another account, `--min-out`) while its crossing waits:
 * KEY_TAKEN, «The id "cross:…" was used for another request, …, which is submitted: … Nothing was sent.», `sent: false`,
 * and the remedy «choose another --id». Of a quote on one network the same says «The quote was used …» and `sent: true`
 * with the hash (`requireSameRequest`), as a quote is the same swap, whatever the terms.
 * LOSES: a user reads that nothing was sent, asks for another quote and crosses twice. Severity: high (a false «Nothing was
 * sent»); `nameEarlier` keeps every KEY_TAKEN as it is, so nothing corrects it.
 * CAUSE: src/app/trade/earlier-intent.ts, `findCrossIntent` → `findTypedIntent` → `requireSameRequest(found, { …, quote: { id: '' } })`:
 * a key of `cross:<id>` is never that of the quote there, and the context of what was sent is left out.
 */
import { expect, test } from 'vitest'
import { SwapError } from '#domain/errors'
import type { Intent } from '#domain/journal/swap'
import { findCrossIntent } from './earlier-intent.ts'

test('a crossing by a quote once more, with other terms, while its transaction waits', async () => {
  const quoteId = '7b3e91c4-0000-4000-8000-000000000000'
  const typed = { account: 'main', quote: quoteId }
  const hash = `0x${'11'.repeat(32)}`
  const tx = { step: 'cross', hash, conclusion: { stage: 'submitted', sent: 'yes', isFinal: false } }
  const found = {
    id: 'i',
    key: `cross:${quoteId}`,
    kind: 'cross',
    stage: 'submitted',
    request: typed,
    transactions: [tx],
  }
  const journal = { findByKey: async () => found as unknown as Intent }
  const again = { ...typed, 'min-out': '100' }
  const failure: unknown = await findCrossIntent(journal, found.key, again).catch((error) => error)
  expect(failure).toBeInstanceOf(SwapError)
  expect(failure).toMatchObject({ code: 'KEY_TAKEN', context: { sent: true, txHash: hash } })
})
