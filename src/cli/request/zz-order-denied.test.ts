/**
 * WRONG: the journal has an order that was signed by a gasless quote, and may be with the service: its answer was lost. `status`
 * of that quote goes by the service's word alone: not used there, so «No order was sent for it.», and next: sign another one.
 * (A service that was restored from a backup, that lies, or that kept the order and failed before it noted the quote.) Commands
 * that are refused by their words tell the same order by the same journal.
 * LOSS: an untrue «no order was sent» about a signature that anyone may execute until its deadline.
 * CAUSE: src/cli/request/remote-status.ts:71-83 (`listApprovals` reads `readByQuote(id)` and drops its `orders`) and
 * src/cli/screens/quote/quote-status.ts:64.
 */
import { expect, test } from 'vitest'
import type { Context } from '#cli/context'
import { plainPaint } from '#cli/out/screen'
import type { JournalOrder } from '#domain/journal/journal'
import { fail } from '#domain/errors'
import { amount, hex, networkName, seconds } from '#domain/units'
import { account, createQuote, idOf, now } from '#test/store/samples'
import { findRemoteStatus } from './remote-status.ts'

test('status of a quote by which an order was signed here', async () => {
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
  const { lines } = await findRemoteStatus(context, id, { options, notFound })
  const text = lines?.({ width: 80, paint: plainPaint } as never).join('\n')
  expect(text).not.toContain('No order was sent for it')
})
