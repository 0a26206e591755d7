/** An approval that was cancelled was sent: what is refused afterwards says so, and whether its end is final. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { outcome } from '#app/trade/steps/outcome'
import { fail } from '#domain/errors'
import { gas, hex, noBytes, seconds, wei } from '#domain/units'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { account, createDraft, createTrade, createTx, idOf, now } from './samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const hashOf = (n: number) => hex(`0x${n.toString(16).padStart(64, '0')}`)
const budget = { maxPrice: wei(9_000_000_000n), maxCost: wei(10n ** 16n), of: 'call' } as const

const open = ' The approval was cancelled, which is not final yet.'

test.each([
  ['one block deep', 9, open],
  ['two blocks deep', 10, open],
  ['final', 11, ' The approval was cancelled.'],
])('an approval whose cancellation is %s is not denied', async (_, head, said) => {
  const journal = createJournal({
    database: openOnce({ path: join(temporaryDirectory(), 'journal.db') }),
    finalDepth: () => 3,
  })
  const [id, quote] = [idOf(0xa1), idOf(0xb2)]
  const original = { ...createTx('approve', 5), budget }
  const accepted = { kind: 'broadcast', at: now, endpoint: 'node', outcome: 'accepted' } as const
  await journal.open(createDraft(id, 'k'))
  await journal.bindTrade(id, createTrade(quote))
  await journal.recordSigned(id, original, now)
  await journal.addObservations(id, 'approve', [{ ...accepted, hash: original.hash }])
  const fees = { type: 2, maxFeePerGas: wei(9_000_000_000n), maxPriorityFeePerGas: wei(8_000_000_000n) } as const
  const payload = { ...original.payload, fees, to: account, data: noBytes, value: wei(0n), gasLimit: gas(21_000n) }
  const cancel = { ...original, payload, hash: hashOf(1), raw: hex('0x0200000001') }
  await journal.recordReplacement(id, { ...cancel, kind: 'cancel', replaces: original.hash }, seconds(now + 1))
  await journal.addObservations(id, 'approve', [
    { ...accepted, hash: cancel.hash },
    {
      ...{ kind: 'look', at: seconds(now + 2), endpoint: 'node', hash: cancel.hash, nonce: 6, seen: 'mined' },
      head: { number: head, hash: hashOf(0xd), time: now },
      receipt: { block: 9, blockHash: hashOf(0xc), gasUsed: gas(21_000n), feePaid: wei(1n), status: 'success' },
    },
  ])
  const [tx] = (await journal.find(id))?.transactions ?? []
  expect(tx?.conclusion).toMatchObject({ stage: 'cancelled', isFinal: head === 11, sent: 'yes' })

  const declined = await outcome({ journal }, id, fail('DECLINED', {}))
  expect(declined).toMatchObject({ code: 'DECLINED', context: { sent: true, swapId: id, approvals: [cancel.hash] } })
  expect(declined.context.why).toBe(`The approval was sent; the swap was not.${said}`)
  expect(declined.context.leftover).toBe(undefined)
  const again = 'swapline quote 1 ETH USD'
  const expired = await outcome({ journal }, id, fail('QUOTE_EXPIRED', { id: quote, secondsAgo: 9, again }))
  expect(expired).toMatchObject({ code: 'QUOTE_EXPIRED', context: { sent: true, approvals: [cancel.hash] } })
  expect(expired.context.why).toBe(`Its approval was sent. Its swap was not, and cannot be any more.${said}`)
})
