/**
 * How far searches go. Counted in sets of legs valued and not in time, so that equal input gives an equal route: the
 * best route so far is there from the first set on, and each further one may improve it.
 */
import type { Effort } from '#domain/quotes/route'
import { effortTuning } from './tuning.ts'

export interface SearchEffort {
  /** Sets of legs valued since the request began. */
  readonly spent: () => number
  /** Counts one more. */
  count(): void
  /** Begins a request. @param limits that end its searches */
  begin(limits: EffortLimits): void
  /** Whether the request's searches have to end, with the best route so far. */
  readonly isOver: () => boolean
  /** The sets after which they had to; `undefined` if they came to their own end. */
  readonly cutShortAfter: () => number | undefined
}

export interface EffortLimits {
  /** `usual` if absent. */
  readonly effort?: Effort | undefined
  /** Sets of legs valued, after which the searches end; that of the effort if absent. */
  readonly maxTries?: number | undefined
}

const { maxTries, triesPerAsk } = effortTuning

/** @param isInterrupted asked now and then: once it is true, the request's searches end, as at the limit */
export function createSearchEffort(isInterrupted: () => boolean = () => false): SearchEffort {
  let [spent, end] = [0, Number.POSITIVE_INFINITY]
  return {
    spent: () => spent,
    count() {
      spent += 1
      if (spent % triesPerAsk === 1 && isInterrupted()) end = Math.min(end, spent)
    },
    begin(limits) {
      spent = 0
      end = limits.maxTries ?? maxTries[limits.effort ?? 'usual']
    },
    isOver: () => spent >= end,
    cutShortAfter: () => (spent >= end ? end : undefined),
  }
}
