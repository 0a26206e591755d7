/**
 * A FALSE «NOTHING WAS SENT» while the cancellation of an approval is not final: the approval was given to a node, and so was
 * its cancellation, which is one block deep and paid for. A run of the same swap that is refused, or whose quote has expired,
 * says `sent: false`, as transactions in the stage `cancelled` are left out of what was sent, whether that is final or not.
 * If a reorganisation drops the cancellation, the approval that was «not sent» comes into force.
 * What a user loses: an allowance, and gas, that the program denies; `sent: false` is what scripts retry on.
 * Severity: medium.
 * To blame: src/domain/journal/outcome.ts:193 (`tx.stage !== 'cancelled'` in `withApprovals`, without asking `isFinal`), and
 * :144 (`openStages` lacks what is in a block and not final).
 */
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

test.each([
  ['one block deep', 9],
  ['two blocks deep', 10],
])('an approval whose cancellation is %s is not denied', async (_, head) => {
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
  expect(tx?.conclusion).toMatchObject({ stage: 'cancelled', isFinal: false, sent: 'yes' })

  for (const cause of [
    fail('DECLINED', {}),
    fail('QUOTE_EXPIRED', { id: quote, secondsAgo: 9, again: 'swapline quote 1 ETH USD' }),
  ]) {
    const { context, row } = await outcome({ journal }, id, cause)
    expect.soft(context.sent ?? row.sent ?? false, cause.code).not.toBe(false)
  }
})
