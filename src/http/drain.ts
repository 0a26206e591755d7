import type { FastifyInstance } from 'fastify'
import type { Clock } from '#domain/ports'
import { trackConnections } from './connections.ts'

/** What came while this process was kept busy lies unread: some turns take it up before its connection counts as unused. */
const turnsToRead = 5
/** What was closed at the end of the drain comes to its end in this time. */
const lastMs = 200

interface Patience {
  /** Between the first word that we stop and the last new request: time for a balancer to see `/readyz`. */
  readonly graceMs: number
  /** For what was accepted to be answered. */
  readonly drainMs: number
}

/**
 * Ends a server: what was accepted is answered, what no request was accepted over is closed at the start, and all that is
 * left when the drain is over is closed then, whatever its client does.
 * @param listeners before they listen: their connections are counted from the first one on
 * @returns ends within the grace, the drain and a fraction of a second
 */
export function createDrain(
  { clock }: { readonly clock: Clock },
  listeners: readonly FastifyInstance[],
  { graceMs, drainMs }: Patience,
): () => Promise<void> {
  const tracked = listeners.map(({ server }) => trackConnections(server))
  const readOn = async (): Promise<void> => {
    for (let turn = 0; turn < turnsToRead; turn += 1) await clock.sleep(1)
  }
  return async () => {
    await clock.sleep(graceMs)
    await readOn()
    const closed = Promise.all(listeners.map((listener) => listener.close()))
    await readOn() // also what was accepted just before nobody listened any more
    for (const connections of tracked) connections.closeUnused()
    if (await endsWithin(clock, drainMs, closed)) return
    for (const connections of tracked) connections.closeAll()
    await endsWithin(clock, lastMs, closed)
  }
}

/** Waits for `work`, but no longer. Short sleeps, so that none of them outlives it. */
async function endsWithin(clock: Clock, milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  let done = false
  const ended = work.finally(() => {
    done = true
  })
  ended.catch(() => undefined) // thrown below, unless nobody waits any more
  const deadline = clock.elapsed() + milliseconds
  while (!done && clock.elapsed() < deadline) await clock.sleep(20)
  if (done) await ended
  return done
}
