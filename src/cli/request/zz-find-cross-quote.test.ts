/**
 * WRONG: as test/e2e/zz-swap-approval-denied.test.ts, of a swap to another network: its intent has the key `cross:<quote>`
 * and no trade until the crossing is signed. While its approval waits, a repeated `swap <quote>` that is refused early says
 * «Nothing was sent.». By the first characters of the quote `journal.find('cross:…')` finds nothing either.
 * LOSES: as there. Severity: high.
 * CAUSE: src/cli/request/name-earlier.ts, `findOfQuote` (the bare id only), and src/store/journal/find-intent.ts,
 * `findByQuoteKey` (`quote:` and `approve:`, not `cross:`).
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Context } from '#cli/context'
import { evm, networkName, seconds } from '#domain/units'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { findOfQuote } from './name-earlier.ts'

test('the intent of a crossing by a quote is found before its crossing is signed', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'swapline-find-')), 'journal.db')
  const journal = createJournal({ database: openOnce({ path }), finalDepth: () => 10 })
  const quote = '7b3e91c4-0000-4000-8000-000000000000'
  const id = '00000000-0000-4000-8000-000000000001'
  await journal.open({
    ...{ id, key: `cross:${quote}`, kind: 'cross', network: networkName('base'), chainId: 8453 },
    ...{ from: evm(`0x${'a1'.repeat(20)}`), at: seconds(1_800_000_000) },
  })
  const context = { journal: async () => journal } as unknown as Context
  expect.soft(await findOfQuote(context, quote, 'swap')).toMatchObject({ id })
  expect(await findOfQuote(context, quote.slice(0, 8), 'swap')).toMatchObject({ id })
})
