import { expect, test } from 'vitest'
import type { Intent } from '#domain/journal/swap'
import { findCrossIntent } from './earlier-intent.ts'

const typed = { account: 'main', 'to-network': 'base' }
const holding = (found: Partial<Intent>) => ({
  findByKey: async () => ({ id: 'i', key: 'k', transactions: [], ...found }) as Intent,
})

test('a crossing goes on with an earlier crossing of the same request, and with nothing else', async () => {
  expect(await findCrossIntent(holding({ kind: 'cross', request: typed }), 'k', typed)).toMatchObject({ id: 'i' })
  expect(await findCrossIntent({ findByKey: async () => undefined }, 'k', typed)).toBeUndefined()
  const others: readonly Partial<Intent>[] = [
    { kind: 'cross', request: { account: 'main', 'to-network': 'bsc' } },
    { kind: 'swap', request: { account: 'main' } },
    // approvals and intents of earlier versions have no request
    { kind: 'swap' },
    { kind: 'approve' },
    { kind: 'claim' },
  ]
  for (const other of others)
    await expect(findCrossIntent(holding(other), 'k', typed)).rejects.toMatchObject({ code: 'KEY_TAKEN' })
})
