/** Data that the files of this bench pass to each other. */
import type { createHistogram } from './histogram.mjs'

export interface DrawnToken {
  readonly address: string
  readonly decimals: number
  readonly dollars: number
}

/** Two of something, by the side of a pair. */
export type Sides<T> = readonly [T, T]

/** A pair to create, or a created one: its tokens and its initial amounts. */
export interface Sided {
  readonly sides: Sides<string>
  readonly amounts: Sides<bigint>
}

export interface Deal extends Sided {
  readonly factory: string
}

export interface Pair extends Sided {
  readonly address: string
}

/** What the questions are drawn from. */
export interface Draw {
  readonly pairs: readonly Sides<DrawnToken>[]
  readonly seed: number
  readonly account: string
}

interface AnyTask extends Draw {
  readonly url: string
  /** Instead of drawn questions. */
  readonly path?: string | undefined
  /** Whether the answers are returned. */
  readonly keep?: boolean
}

/** A fixed number of requests per second. */
export interface PacedTask extends AnyTask {
  readonly rate: number
  readonly seconds: number
  readonly sockets: number
}

/** As many requests as a number of clients can make, one at a time each. */
export interface ClosedTask extends AnyTask {
  readonly rate?: undefined
  readonly clients: number
  readonly seconds?: number
}

export type Task = PacedTask | ClosedTask

/** An HTTP status, or how a request failed. */
export type Status = number | 'cut off' | 'no way in'

export type Statuses = Partial<Record<Status, number>>

/** What an answer said. */
export interface AnswerNote {
  readonly id: string
  readonly amountOut: string
  readonly blockNumber: number
}

export type Figures = ReturnType<ReturnType<typeof createHistogram>['figures']>

export interface Tally {
  readonly statuses: Statuses
  readonly ms: Figures
  readonly answers: readonly AnswerNote[]
  readonly seconds: readonly {
    readonly second: number
    readonly count: number
    readonly good: number
    readonly p99: number
  }[]
}

export interface TimedTally extends Tally {
  /** Seconds. */
  readonly took: number
}

/** A method and its parameters. */
export type Call = readonly [method: string, ...params: unknown[]]
