import { expect, test } from 'vitest'
import type { BatchContext } from '#app/trade/batch/context'
import { fail } from '#domain/errors'
import { createBatches } from './batches.ts'

test('what became of a batch is unknown, never "not sent", where its store cannot be read', async () => {
  const failure = fail('STORE_UNUSABLE', { path: '/state/swapline.db', reason: 'the disk reports an error' })
  const context = { store: { find: () => Promise.reject(failure) } } as unknown as BatchContext
  const outcome = await createBatches(context).outcome('3f2a9c10', fail('INTERRUPTED', {}))
  expect(outcome).toMatchObject({ code: 'JOURNAL_UNREADABLE', exit: 13, context: { sent: true } })
  expect(outcome.fix.join()).toContain('swapline batch report 3f2a9c10')
})
