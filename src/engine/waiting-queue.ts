/** Requests that wait for a worker, each with the slot of the preferred worker. */
import type { Clock } from '#domain/clock'
import type { RoutingJob } from './routing-worker.ts'
import type { WorkerRequest } from './worker-messages.ts'

export interface WaitingQueue {
  /** @returns its slot, the same for all requests of a pair */
  add(job: RoutingJob): number
  /**
   * The oldest request of the slot: its worker knows what was found for the pair before. Any other if the slot has
   * none, so that no worker is idle; and the oldest of all if that has waited for its own worker too long.
   */
  takeNext(seat: number): RoutingJob | undefined
  /** Removes and returns all. */
  takeAll(): readonly RoutingJob[]
  readonly size: () => number
}

/** No request waits longer than this while others overtake it. */
const maxWaitMs = 50

/** @param slots numbered from 0 */
export function createWaitingQueue({ clock }: { readonly clock: Pick<Clock, 'elapsed'> }, slots: number): WaitingQueue {
  const waiting: { readonly job: RoutingJob; readonly seat: number; readonly since: number }[] = []
  return {
    add(job) {
      const seat = slotOf(job.request, slots)
      waiting.push({ job, seat, since: clock.elapsed() })
      return seat
    },
    takeNext(seat) {
      const [oldest] = waiting
      if (oldest === undefined) return undefined
      const isOverdue = clock.elapsed() - oldest.since > maxWaitMs
      const own = isOverdue ? 0 : waiting.findIndex((one) => one.seat === seat)
      return waiting.splice(Math.max(0, own), 1)[0]?.job
    },
    takeAll: () => waiting.splice(0).map(({ job }) => job),
    size: () => waiting.length,
  }
}

/** Equal for both directions of a pair. */
function slotOf(asked: WorkerRequest, seats: number): number {
  const { tokenIn, tokenOut } = asked.kind === 'explain' ? asked.asked.query.request : asked.asked.request
  const numberIn = (token: string) => Number.parseInt(token.slice(-8), 16)
  return (numberIn(tokenIn) + numberIn(tokenOut)) % seats
}
