import type { Clock, QuoteRecords } from '#domain/ports'
import type { QuoteNotes } from '#domain/quote-record'
import type { QuoteId } from '#domain/units'

export interface NoteTakerContext {
  readonly clock: Pick<Clock, 'sleep'>
  readonly records: QuoteRecords
  /** A note that could not be taken is missing from then on. */
  readonly failed: (error: unknown) => void
}

/** Notes that may wait; those beyond are not taken, so that a slow store cannot fill the memory with snapshots. */
const mostWaiting = 64

/**
 * Takes notes once the answer is on its way, one after the other with a pause between, so that the milliseconds a
 * record takes are nobody's wait. Reasons are worked out here and not when somebody asks: that would take the states of
 * all pools, which are a hundred times as large as what is said about them.
 */
export function createNoteTaker({ clock, records, failed }: NoteTakerContext): QuoteNotes {
  const pending = new Map<QuoteId, Promise<void>>()
  let last = Promise.resolve()
  let waiting = 0

  function later(id: QuoteId, work: () => Promise<void>): void {
    if (waiting >= mostWaiting) return
    waiting += 1
    const taken = last
      .then(() => clock.sleep(0))
      .then(work)
      .catch(failed)
      .finally(() => {
        waiting -= 1
        if (pending.get(id) === taken) pending.delete(id)
      })
    last = taken
    pending.set(id, taken)
  }

  return {
    looked: (id, work) => later(id, async () => records.put(id, work())),
    simulated: (id, simulation) => later(id, () => records.putSimulation(id, simulation)),
    async of(id) {
      await pending.get(id)
      return records.get(id)
    },
  }
}
