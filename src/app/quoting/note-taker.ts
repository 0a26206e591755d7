import type { Clock, QuoteRecords } from '#domain/ports'
import type { KeptRecord, QuoteNotes } from '#domain/quote-record'
import type { QuoteId } from '#domain/units'

export interface NoteTakerContext {
  readonly clock: Pick<Clock, 'sleep' | 'elapsed'>
  readonly records: QuoteRecords
  /** Notes that could not be taken are missing from then on. */
  readonly failed: (error: unknown) => void
}

/** Notes that may wait; those beyond are not taken, so that a slow store cannot fill the memory with snapshots. */
const mostWaiting = 64
/** Notes of so many milliseconds are written together: a write makes everything else wait for the disk. */
const gatheringMs = 200

/** Then nothing is noted for so many times as long as it took: of a busy service's time a tenth, not the half, is for notes. */
const restTimes = 9
const mostRestMs = 2_000

interface Note {
  readonly id: QuoteId
  readonly work: () => Promise<Partial<KeptRecord>>
}

/**
 * Takes notes once the answer is on its way, one after the other with a pause between, so that the milliseconds a
 * record takes are nobody's wait. Reasons are worked out here and not when somebody asks: that would take the states of
 * all pools, which are a hundred times as large as what is said about them.
 */
export function createNoteTaker({ clock, records, failed }: NoteTakerContext): QuoteNotes {
  const waiting: Note[] = []
  let taking: Promise<void> | undefined

  async function worked({ work }: Note): Promise<Partial<KeptRecord>> {
    await clock.sleep(0)
    try {
      return await work()
    } catch (error) {
      failed(error)
      return {}
    }
  }

  async function takeAll(): Promise<void> {
    let rest = 0
    while (waiting.length > 0) {
      await clock.sleep(gatheringMs + rest)
      const began = clock.elapsed()
      const taken = new Map<QuoteId, Partial<KeptRecord>>()
      for (const note of waiting) {
        const part = await worked(note)
        if (Object.keys(part).length > 0) taken.set(note.id, { ...taken.get(note.id), ...part })
      }
      waiting.length = 0
      if (taken.size > 0) await records.put(taken).catch(failed)
      rest = Math.min(mostRestMs, (clock.elapsed() - began) * restTimes)
    }
    taking = undefined
  }

  function later(note: Note): void {
    if (waiting.length >= mostWaiting) return
    waiting.push(note)
    taking ??= takeAll()
  }

  return {
    looked: (id, work) =>
      later({
        id,
        work: async () => {
          const record = await work()
          return record === undefined ? {} : { record }
        },
      }),
    simulated: (id, simulation) => later({ id, work: async () => ({ simulation }) }),
    async of(id) {
      await taking
      return records.get(id)
    },
  }
}
