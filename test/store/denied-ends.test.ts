import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TradeContext } from '#app/context'
import { refreshStep } from '#app/trade/steps/refresh'
import type { Chain } from '#domain/chain/port'
import type { Observation } from '#domain/journal/observations'
import { hex, seconds } from '#domain/units'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { createDraft, createTrade, createTx, idOf, now } from './samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const head = (number: number, time: number) => ({
  number,
  hash: hex(`0x${number.toString(16).padStart(64, '0')}`),
  time: seconds(time),
})

test('a swap whose end another endpoint denies leaves a handful of rows, however often it is asked', async () => {
  const database = openOnce({ path: join(temporaryDirectory(), 'journal.db') })
  const journal = createJournal({ database, finalDepth: () => 3 })
  const [id, swap] = [idOf(0xa1), createTx('swap', 5)]
  await journal.open(createDraft(id, 'salary'))
  const trade = createTrade(idOf(0xb2))
  await journal.bindTrade(id, trade)
  await journal.recordSigned(id, swap, now)
  const sent: Observation = { kind: 'broadcast', at: now, endpoint: 'a', hash: swap.hash, outcome: 'accepted' }
  let intent = await journal.addObservations(id, 'swap', [sent])
  let time = trade.deadline + 60
  const chain = {
    network: {},
    endpoints: ['a', 'b'],
    // `a` is before the deadline, with the bytes in its mempool, and not so late that it counts as stuck
    checkTransaction: async () => [
      { endpoint: 'a', head: head(10, trade.deadline - 30), nonce: 5, seen: 'waiting' },
      { endpoint: 'b', head: head(Math.floor(time / 12), time), nonce: 5, seen: 'absent' },
    ],
    findNonceUser: async () => undefined,
    nonceAt: async (_: string, block: number) => [{ endpoint: 'b', block: head(block, time - 24), nonce: 5 }],
  } as unknown as Chain
  const context = { journal, clock: { now: () => seconds(time) } } as unknown as TradeContext
  const count = () => intent.transactions[0]?.observations.length ?? 0
  for (let i = 0; i < 100; i++) {
    time += 5
    intent = await refreshStep(context, { chain, intent, step: 'swap' }, 'one')
  }
  expect(count()).toBeLessThan(20)
})
