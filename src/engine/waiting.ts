/** Questions that wait for a thread, each with the seat of the thread that is best asked. */
import type { Clock } from '#domain/ports'
import type { Job } from './thread.ts'
import type { Asked } from './wire.ts'

export interface WaitingQueue {
  /** @returns the seat it belongs to: of all questions of its pair */
  add(job: Job): number
  /**
   * The oldest question of the seat: what was found for its pair before is known there. Any other where it has none, so that
   * no thread is idle; and the oldest of all where that has waited for its own thread too long.
   */
  next(seat: number): Job | undefined
  /** Takes all. */
  empty(): readonly Job[]
  readonly size: () => number
}

/** No question waits longer than this for others to be asked before it. */
const patienceMs = 50

/** @param seats numbered from 0 */
export function createWaiting({ clock }: { readonly clock: Pick<Clock, 'elapsed'> }, seats: number): WaitingQueue {
  const waiting: { readonly job: Job; readonly seat: number; readonly since: number }[] = []
  return {
    add(job) {
      const seat = seatOf(job.asked, seats)
      waiting.push({ job, seat, since: clock.elapsed() })
      return seat
    },
    next(seat) {
      const [oldest] = waiting
      if (oldest === undefined) return undefined
      const isOverdue = clock.elapsed() - oldest.since > patienceMs
      const own = isOverdue ? 0 : waiting.findIndex((one) => one.seat === seat)
      return waiting.splice(Math.max(0, own), 1)[0]?.job
    },
    empty: () => waiting.splice(0).map(({ job }) => job),
    size: () => waiting.length,
  }
}

/** Equal for a pair either way round. */
function seatOf(asked: Asked, seats: number): number {
  const { tokenIn, tokenOut } = asked.kind === 'explain' ? asked.asked.question.request : asked.asked.request
  const numberIn = (token: string) => Number.parseInt(token.slice(-8), 16)
  return (numberIn(tokenIn) + numberIn(tokenOut)) % seats
}
