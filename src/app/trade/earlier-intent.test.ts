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

test('a crossing of a quote with other terms names the one that was sent', async () => {
  const quote = '7b3e91c4-0000-4000-8000-000000000000'
  const hash = `0x${'11'.repeat(32)}`
  const tx = { step: 'cross', hash, conclusion: { stage: 'submitted', sent: 'yes', isFinal: false } }
  const found = { kind: 'cross', stage: 'submitted', request: { account: 'main', quote }, transactions: [tx] }
  const ask = (key: string) =>
    findCrossIntent(holding({ ...found, key } as unknown as Intent), key, { account: 'main', quote, 'min-out': '100' })
  await expect(ask(`cross:${quote}`)).rejects.toMatchObject({
    code: 'KEY_TAKEN',
    message: 'The quote was used for another request, i, which is submitted: min-out was not given, now 100.',
    context: { sent: true, swapId: 'i', txHash: hash },
  })
  // a name of the user's may stand for another one
  await expect(ask('salary')).rejects.toMatchObject({ code: 'KEY_TAKEN', context: {} })
})
