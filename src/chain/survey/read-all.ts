import type { Read, Reading } from '#domain/calls/reads'
import type { Hex } from '#domain/units'

/** Sends one round of reads, all at the same block, and returns their answers in order. */
export type Multicall = (reads: readonly Read<unknown>[]) => Promise<readonly Hex[]>

/** Readings stepped together: `pendingReads` are their next reads, `takeAnswers` takes the answers. */
export interface ReadingRounds<T> {
  /** Empty when all are done. */
  pendingReads(): readonly Read<unknown>[]
  takeAnswers(answers: readonly Hex[]): void
  /** Adds readings and their first reads. */
  add(readings: readonly Reading<T>[]): void
  /** What has finished since the last call, in no particular order, for callers that derive more readings from it. */
  takeFinished(): readonly T[]
  /** The results in the order of the readings; an error for a reading that failed. */
  results(): readonly (T | Error)[]
}

/** A reading that throws (a pool that answers nonsense) drops out with its error as the result; the others go on. */
export function createReadingRounds<T>(readings: readonly Reading<T>[]): ReadingRounds<T> {
  const results: (T | Error)[] = []
  let running: { readonly reading: Reading<T>; readonly index: number; readonly reads: readonly Read<unknown>[] }[] = []
  let fresh: T[] = []

  const step = (reading: Reading<T>, index: number, answers: readonly Hex[]) => {
    const { done, value } = advanceReading(reading, answers)
    if (!done) return [{ reading, index, reads: value }]
    results[index] = value
    if (!(value instanceof Error)) fresh.push(value)
    return []
  }
  const add = (more: readonly Reading<T>[]) => {
    const first = results.length
    results.push(...more.map(() => new Error('not read')))
    running.push(...more.flatMap((reading, i) => step(reading, first + i, [])))
  }
  add(readings)
  return {
    pendingReads: () => running.flatMap(({ reads }) => reads),
    takeAnswers: (answers) => {
      let next = 0
      running = running.flatMap(({ reading, index, reads }) => {
        next += reads.length
        return step(reading, index, answers.slice(next - reads.length, next))
      })
    },
    add,
    takeFinished: () => {
      const now = fresh
      fresh = []
      return now
    },
    results: () => results,
  }
}

/** Runs many readings in step: one multicall a round, however many readings there are. Only `multicall` can reject. */
export async function readAll<T>(readings: readonly Reading<T>[], multicall: Multicall): Promise<(T | Error)[]> {
  const rounds = createReadingRounds(readings)
  for (let reads = rounds.pendingReads(); reads.length > 0; reads = rounds.pendingReads())
    rounds.takeAnswers(await multicall(reads))
  return [...rounds.results()]
}

type ReadingStep<T> = { done: true; value: T | Error } | { done: false; value: readonly Read<unknown>[] }

function advanceReading<T>(reading: Reading<T>, answers: readonly Hex[]): ReadingStep<T> {
  try {
    const { done, value } = nextNonEmptyRound(reading, answers)
    return done ? { done, value } : { done: false, value }
  } catch (error) {
    return { done: true, value: error instanceof Error ? error : new Error(String(error)) }
  }
}

/** Skips rounds without reads. */
function nextNonEmptyRound<T>(
  reading: Reading<T>,
  answers: readonly Hex[],
): IteratorResult<readonly Read<unknown>[], T> {
  let step = reading.next(answers)
  while (!step.done && step.value.length === 0) step = reading.next([])
  return step
}
