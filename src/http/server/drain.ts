import type { FastifyInstance } from 'fastify'
import type { Clock } from '#domain/clock'
import { trackConnections } from './connections.ts'

/**
 * Data that arrived while this process was busy is unread: a few event-loop turns read it before its connection counts
 * as unused.
 */
const turnsToRead = 5
/** Connections closed at the end of the drain end within this time. */
const closeTimeoutMs = 200

interface DrainTimes {
  /** From the start of the stop until new requests are refused: time for a load balancer to see `/readyz`. */
  readonly graceMs: number
  /** Time for accepted requests to be answered. */
  readonly drainMs: number
}

/**
 * Stops a server: accepted requests are answered; connections without one are closed at the start, and the rest when
 * the drain is over, whatever their clients do.
 * @param listeners before they listen: their connections are counted from the first one
 * @returns resolves within the grace, the drain and a fraction of a second
 */
export function createDrain(
  { clock }: { readonly clock: Clock },
  listeners: readonly FastifyInstance[],
  { graceMs, drainMs }: DrainTimes,
): () => Promise<void> {
  const tracked = listeners.map(({ server }) => trackConnections(server))
  const yieldTurns = async (): Promise<void> => {
    for (let turn = 0; turn < turnsToRead; turn += 1) await clock.sleep(1)
  }
  return async () => {
    await clock.sleep(graceMs)
    await yieldTurns()
    const closed = Promise.all(listeners.map((listener) => listener.close()))
    closed.catch(() => undefined) // thrown below, after the turns
    await yieldTurns() // including requests accepted just before listening stopped
    for (const connections of tracked) connections.closeIdle()
    if (await endsWithin(clock, drainMs, closed)) return
    for (const connections of tracked) connections.closeAll()
    await endsWithin(clock, closeTimeoutMs, closed)
  }
}

/** Waits for `work`, up to the limit. Uses short sleeps, so that none outlives it. */
async function endsWithin(clock: Clock, milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  let done = false
  const ended = work.finally(() => {
    done = true
  })
  ended.catch(() => undefined) // thrown below, unless the wait has ended
  const deadline = clock.elapsed() + milliseconds
  while (!done && clock.elapsed() < deadline) await clock.sleep(20)
  if (done) await ended
  return done
}
