/** A service may have an order whatever it says of the quote: its answer was lost, or it was restored from a backup. */
import { expect, test } from 'vitest'
import type { Context } from '#cli/context'
import { plainPaint } from '#cli/out/screen'
import { fail } from '#domain/errors'
import type { JournalOrder } from '#domain/journal/journal'
import { amount, hex, networkName, seconds } from '#domain/units'
import { account, createQuote, idOf, now } from '#test/store/samples'
import { findRemoteStatus } from './remote-status.ts'

test('an order that was signed here is told, though the service says that its quote is unused', async () => {
  const id = idOf(7)
  const gasless = { swapFee: amount(1n), nonce: 5n, deadline: seconds(now + 600), worth: undefined } as never
  const quote = { ...createQuote(id), gasless }
  const order: JournalOrder = {
    ...{ digest: hex(`0x${'5a'.repeat(32)}`), network: networkName('sandbox'), router: account, sender: account },
    ...{ token: account, amount: 10n ** 18n, nonce: 5n, deadline: seconds(now + 600), signedAt: seconds(now + 10) },
    quoteId: id,
  }
  const context = {
    clock: { now: () => seconds(now + 60) },
    service: async () => ({ getQuote: async () => ({ quote, consumedAt: undefined }) }),
    journal: async () => ({
      find: async () => undefined,
      list: async () => [],
      readByQuote: async () => ({ swaps: [], approvals: [], orders: [order] }),
    }),
  } as unknown as Context
  const options = { watch: false, until: 'final', confirmations: undefined, exitStatus: false } as const
  const notFound = fail('SWAP_NOT_FOUND', { id })
  const { data, lines } = await findRemoteStatus(context, id, { options, notFound })
  const text = lines?.({ width: 80, paint: plainPaint } as never).join('\n')
  expect(data).toMatchObject({ state: 'valid', orders: [{ digest: `0x${'5a'.repeat(32)}` }] })
  expect(text).toContain('An order was signed for it, and may be with the service.')
})
