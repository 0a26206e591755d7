import { expect, test } from 'vitest'
import type { QuoteRecords } from '#domain/ports'
import type { KeptRecord, QuoteRecord } from '#domain/quote-record'
import { type QuoteId, quoteId, seconds } from '#domain/units'
import { createNoteTaker } from './note-taker.ts'

const record: QuoteRecord = { pools: [], sources: [], timings: { survey: 1, search: 1, proof: 1, total: 3 } }
const none: KeptRecord = { record: undefined, simulation: undefined }
const idOf = (n: number): QuoteId => quoteId(`${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`)

function notes({ putting = async () => undefined }: { readonly putting?: () => Promise<void> } = {}) {
  const kept = new Map<QuoteId, KeptRecord>()
  const failures: unknown[] = []
  const records: QuoteRecords = {
    async put(notes) {
      await putting()
      for (const [id, note] of notes) kept.set(id, { ...none, ...kept.get(id), ...note })
    },
    get: async (id) => kept.get(id) ?? none,
  }
  const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
  const taker = createNoteTaker({
    clock: { sleep, elapsed: () => performance.now() },
    records,
    failed: (error) => void failures.push(error),
  })
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
  const { taker, kept, failures } = notes({ putting: () => until })
  for (let n = 0; n < 200; n += 1) taker.looked(idOf(n), () => record)
  open()
  await taker.of(idOf(63))
  expect([kept.size, failures]).toEqual([64, []])
  taker.looked(idOf(199), () => record)
  expect((await taker.of(idOf(199))).record).toBe(record)
})

test('what comes together is written together, both parts of a quote', async () => {
  let writes = 0
  const { taker } = notes({
    putting: async () => {
      writes += 1
    },
  })
  const simulation = { at: seconds(1), ok: true }
  taker.looked(idOf(1), () => record)
  taker.looked(idOf(2), () => record)
  taker.simulated(idOf(1), simulation)
  expect(await taker.of(idOf(1))).toEqual({ record, simulation })
  expect(await taker.of(idOf(2))).toEqual({ record, simulation: undefined })
  expect(writes).toBe(1)
})

test('a store that fails is told of, and tried again with the next note', async () => {
  const away = [new RangeError('away')]
  const { taker, failures } = notes({
    putting: async () => {
      const failure = away.pop()
      if (failure !== undefined) throw failure
    },
  })
  taker.looked(idOf(1), () => record)
  expect((await taker.of(idOf(1))).record).toBeUndefined()
  taker.looked(idOf(2), () => record)
  expect((await taker.of(idOf(2))).record).toBe(record)
  expect(failures).toEqual([new RangeError('away')])
})
