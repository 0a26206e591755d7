import { expect, test } from 'vitest'
import type { QuoteRecord, StoredQuoteNotes } from '#domain/quotes/quote-record'
import type { QuoteRecords } from '#domain/service/stores'
import { type QuoteId, quoteId, seconds } from '#domain/units'
import { createQuoteRecorder } from './quote-recorder.ts'

const record: QuoteRecord = { pools: [], sources: [], timings: { survey: 1, search: 1, proof: 1, total: 3 } }
const none: StoredQuoteNotes = { record: undefined, simulation: undefined }
const idOf = (n: number): QuoteId => quoteId(`${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`)

function notes({ putting = async () => undefined }: { readonly putting?: () => Promise<void> } = {}) {
  const kept = new Map<QuoteId, StoredQuoteNotes>()
  const failures: unknown[] = []
  const records: QuoteRecords = {
    async put(notes) {
      await putting()
      for (const [id, note] of notes) kept.set(id, { ...none, ...kept.get(id), ...note })
    },
    get: async (id) => kept.get(id) ?? none,
  }
  const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
  const taker = createQuoteRecorder({
    clock: { sleep, elapsed: () => performance.now() },
    records,
    failed: (error) => void failures.push(error),
  })
  return { taker, kept, failures }
}

test('computes nothing before the caller of the quote has continued', async () => {
  const { taker } = notes()
  let worked = false
  taker.noteSearch(idOf(1), () => {
    worked = true
    return record
  })
  await Promise.resolve()
  expect(worked).toBe(false)
  expect((await taker.get(idOf(1))).record).toBe(record)
})

test('a failure is reported, does not reach the caller and does not block later records', async () => {
  const { taker, failures } = notes()
  taker.noteSearch(idOf(1), () => {
    throw new RangeError('mine')
  })
  taker.noteSearch(idOf(2), () => record)
  expect((await taker.get(idOf(1))).record).toBeUndefined()
  expect((await taker.get(idOf(2))).record).toBe(record)
  expect(failures).toEqual([new RangeError('mine')])
})

test('a blocked store limits the number of waiting records', async () => {
  let open: () => void = () => undefined
  const until = new Promise<void>((resolve) => {
    open = resolve
  })
  const { taker, kept, failures } = notes({ putting: () => until })
  for (let n = 0; n < 200; n += 1) taker.noteSearch(idOf(n), () => record)
  open()
  await taker.get(idOf(63))
  expect([kept.size, failures]).toEqual([64, []])
  taker.noteSearch(idOf(199), () => record)
  expect((await taker.get(idOf(199))).record).toBe(record)
})

test('records that arrive together are written together, with both parts of a quote', async () => {
  let writes = 0
  const { taker } = notes({
    putting: async () => {
      writes += 1
    },
  })
  const simulation = { at: seconds(1), ok: true }
  taker.noteSearch(idOf(1), () => record)
  taker.noteSearch(idOf(2), () => record)
  taker.noteSimulation(idOf(1), simulation)
  expect(await taker.get(idOf(1))).toEqual({ record, simulation })
  expect(await taker.get(idOf(2))).toEqual({ record, simulation: undefined })
  expect(writes).toBe(1)
})

test('a failing store is reported and retried with the next record', async () => {
  const away = [new RangeError('away')]
  const { taker, failures } = notes({
    putting: async () => {
      const failure = away.pop()
      if (failure !== undefined) throw failure
    },
  })
  taker.noteSearch(idOf(1), () => record)
  expect((await taker.get(idOf(1))).record).toBeUndefined()
  taker.noteSearch(idOf(2), () => record)
  expect((await taker.get(idOf(2))).record).toBe(record)
  expect(failures).toEqual([new RangeError('away')])
})
