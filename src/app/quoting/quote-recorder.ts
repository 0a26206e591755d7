import type { Clock } from '#domain/clock'
import type { QuoteNotes, StoredQuoteNotes } from '#domain/quotes/quote-record'
import type { QuoteRecords } from '#domain/service/stores'
import type { QuoteId } from '#domain/units'

export interface QuoteRecorderContext {
  readonly clock: Pick<Clock, 'sleep' | 'elapsed'>
  readonly records: QuoteRecords
  /** The records that failed are lost. */
  readonly failed: (error: unknown) => void
}

/** Records that may wait; further ones are dropped, so a slow store cannot fill memory with snapshots. */
const maxWaiting = 64
/** Records within this time are written together: everything else waits for the disk during a write. */
const batchDelayMs = 200

/**
 * After a write, the recorder pauses for this many times its duration: records take a tenth of a busy service's time.
 */
const restFactor = 9
const maxRestMs = 2_000

interface Note {
  readonly id: QuoteId
  readonly work: () => Promise<Partial<StoredQuoteNotes>>
}

/**
 * Writes records after the answer was sent, one after the other with a pause between, so no request waits for them.
 * Reasons are computed here, not on demand: that would require storing all pool states, a hundred times as large.
 */
export function createQuoteRecorder({ clock, records, failed }: QuoteRecorderContext): QuoteNotes {
  const waiting: Note[] = []
  let taking: Promise<void> | undefined

  async function runNote({ work }: Note): Promise<Partial<StoredQuoteNotes>> {
    await clock.sleep(0)
    try {
      return await work()
    } catch (error) {
      failed(error)
      return {}
    }
  }

  async function writeAll(): Promise<void> {
    let rest = 0
    while (waiting.length > 0) {
      await clock.sleep(batchDelayMs + rest)
      const began = clock.elapsed()
      const taken = new Map<QuoteId, Partial<StoredQuoteNotes>>()
      for (const note of waiting) {
        const part = await runNote(note)
        if (Object.keys(part).length > 0) taken.set(note.id, { ...taken.get(note.id), ...part })
      }
      waiting.length = 0
      if (taken.size > 0) await records.put(taken).catch(failed)
      rest = Math.min(maxRestMs, (clock.elapsed() - began) * restFactor)
    }
    taking = undefined
  }

  function enqueue(note: Note): void {
    if (waiting.length >= maxWaiting) return
    waiting.push(note)
    taking ??= writeAll()
  }

  return {
    noteSearch: (id, work) =>
      enqueue({
        id,
        work: async () => {
          const record = await work()
          return record === undefined ? {} : { record }
        },
      }),
    noteSimulation: (id, simulation) => enqueue({ id, work: async () => ({ simulation }) }),
    async get(id) {
      await taking
      return records.get(id)
    },
  }
}
