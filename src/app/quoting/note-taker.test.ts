import { expect, test } from 'vitest'
import type { QuoteRecords } from '#domain/ports'
import type { KeptRecord, QuoteRecord } from '#domain/quote-record'
import { type QuoteId, quoteId } from '#domain/units'
import { createNoteTaker } from './note-taker.ts'

const record: QuoteRecord = { pools: [], sources: [], timings: { survey: 1, search: 1, proof: 1, total: 3 } }
const idOf = (n: number): QuoteId => quoteId(`${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`)

function notes({ putting = async () => undefined }: { readonly putting?: () => Promise<void> } = {}) {
  const kept = new Map<QuoteId, KeptRecord>()
  const failures: unknown[] = []
  const records: QuoteRecords = {
    async put(id, one) {
      await putting()
      kept.set(id, { record: one, simulation: undefined })
    },
    putSimulation: async (id, simulation) => void kept.set(id, { record: undefined, simulation }),
    get: async (id) => kept.get(id) ?? { record: undefined, simulation: undefined },
  }
  const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
  const taker = createNoteTaker({ clock: { sleep }, records, failed: (error) => void failures.push(error) })
  return { taker, kept, failures }
}

test('nothing is worked out before whoever asked for the quote has gone on', async () => {
  const { taker } = notes()
  let worked = false
  taker.looked(idOf(1), () => {
    worked = true
    return record
  })
  await Promise.resolve()
  expect(worked).toBe(false)
  expect((await taker.of(idOf(1))).record).toBe(record)
})

test('a failure is told, reaches nobody and keeps no later note back', async () => {
  const { taker, failures } = notes()
  taker.looked(idOf(1), () => {
    throw new RangeError('mine')
  })
  taker.looked(idOf(2), () => record)
  expect((await taker.of(idOf(1))).record).toBeUndefined()
  expect((await taker.of(idOf(2))).record).toBe(record)
  expect(failures).toEqual([new RangeError('mine')])
})

test('behind a store that stands still no more than so many wait', async () => {
  let open: () => void = () => undefined
  const until = new Promise<void>((resolve) => {
    open = resolve
  })
  const { taker, kept } = notes({ putting: () => until })
  for (let n = 0; n < 200; n += 1) taker.looked(idOf(n), () => record)
  open()
  await taker.of(idOf(63))
  expect(kept.size).toBe(64)
  taker.looked(idOf(199), () => record)
  expect((await taker.of(idOf(199))).record).toBe(record)
})
