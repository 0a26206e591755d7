import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { JournalOrder } from '#domain/journal/journal'
import { evm, hex, networkName, seconds } from '#domain/units'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { temporaryDirectory } from '../../../test/store/temporary-directory.ts'
import { voidExpiredOrders } from './void-orders.ts'

const [sender, router, token] = ['11', '22', '33'].map((byte) => evm(`0x${byte.repeat(20)}`)) as [never, never, never]
const deadline = 1_800_000_000
const order = (nonce: bigint): JournalOrder => ({
  ...{ digest: hex(`0x${nonce.toString(16).padStart(64, '0')}`), network: networkName('base'), router, sender, token },
  ...{ amount: 5n, nonce, deadline: seconds(deadline), signedAt: seconds(deadline - 600) },
})

const wordOf = (used: number) => hex(`0x${used.toString(16).padStart(64, '0')}`)

/**
 * The nonces of the orders that still count, with nonce 2 used, at this time of the chain's newest block and of ours; a
 * second endpoint may say otherwise.
 */
async function countAt(
  head: number,
  now: number,
  second: { readonly head?: number; readonly used?: number } = {},
): Promise<readonly bigint[]> {
  const journal = createJournal({
    database: openOnce({ path: join(temporaryDirectory(), 'journal.db') }),
    finalDepth: () => 3,
  })
  for (const nonce of [1n, 2n]) await journal.recordOrder(order(nonce))
  const views = [
    { head, used: 4 },
    { head, used: 4, ...second },
  ]
  const chain = {
    network: { name: networkName('base') },
    allReadsWithBlock: async () =>
      views.map((view) => ({ block: { time: seconds(view.head) }, answers: [wordOf(view.used), wordOf(view.used)] })),
  } as unknown as Chain
  await voidExpiredOrders({ journal, clock: { now: () => seconds(now) } as never }, chain, sender)
  return (await journal.listOrders(seconds(0))).map(({ nonce }) => nonce)
}

test('an order that expired unexecuted is void once no reorganization can execute it', async () => {
  expect(await countAt(deadline + 901, deadline + 901)).toEqual([2n])
  expect(await countAt(deadline + 900, deadline + 901)).toEqual([1n, 2n])
  expect(await countAt(deadline + 901, deadline + 900)).toEqual([1n, 2n])
})

test('an order counts while one endpoint says that it was executed, or is not so far', async () => {
  const late = deadline + 901
  expect(await countAt(late, late, { used: 6 })).toEqual([1n, 2n])
  expect(await countAt(late, late, { used: 0 })).toEqual([2n])
  expect(await countAt(late, late, { head: deadline + 900 })).toEqual([1n, 2n])
})
