import type { Read, Reading } from '#domain/reads'
import type { Hex } from '#domain/units'

/** Sends one round of reads, all at the same block, and returns their answers in order. */
export type Multicall = (reads: readonly Read<unknown>[]) => Promise<readonly Hex[]>

/** Readings that are stepped together: `asked` is what they want next, `take` what was answered to it. */
export interface Rounds<T> {
  /** Nothing once all are done. */
  asked(): readonly Read<unknown>[]
  take(answers: readonly Hex[]): void
  /** Joins in with what it asks first. */
  add(readings: readonly Reading<T>[]): void
  /** What is done since it was asked last, in no order that matters: for what gives more to do. */
  fresh(): readonly T[]
  /** Of all in the order they came; an error where a reading failed. */
  results(): readonly (T | Error)[]
}

/**
 * A reading that throws (a pool that answers nonsense) drops out and gives its error in its place; the others go on.
 */
export function startReadings<T>(readings: readonly Reading<T>[]): Rounds<T> {
  const results: (T | Error)[] = []
  let running: { readonly reading: Reading<T>; readonly index: number; readonly reads: readonly Read<unknown>[] }[] = []
  let fresh: T[] = []

  const step = (reading: Reading<T>, index: number, answers: readonly Hex[]) => {
    const { done, value } = advance(reading, answers)
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
    asked: () => running.flatMap(({ reads }) => reads),
    take: (answers) => {
      let next = 0
      running = running.flatMap(({ reading, index, reads }) => {
        next += reads.length
        return step(reading, index, answers.slice(next - reads.length, next))
      })
    },
    add,
    fresh: () => {
      const now = fresh
      fresh = []
      return now
    },
    results: () => results,
  }
}

/** Runs many readings in step: one multicall a round, however many readings there are. Only `multicall` can reject. */
export async function readAll<T>(readings: readonly Reading<T>[], multicall: Multicall): Promise<(T | Error)[]> {
  const rounds = startReadings(readings)
  for (let reads = rounds.asked(); reads.length > 0; reads = rounds.asked()) rounds.take(await multicall(reads))
  return [...rounds.results()]
}

type Step<T> = { done: true; value: T | Error } | { done: false; value: readonly Read<unknown>[] }

function advance<T>(reading: Reading<T>, answers: readonly Hex[]): Step<T> {
  try {
    const { done, value } = nextWanting(reading, answers)
    return done ? { done, value } : { done: false, value }
  } catch (error) {
    return { done: true, value: error instanceof Error ? error : new Error(String(error)) }
  }
}

/** A round that asks nothing is no round. */
function nextWanting<T>(reading: Reading<T>, answers: readonly Hex[]): IteratorResult<readonly Read<unknown>[], T> {
  let step = reading.next(answers)
  while (!step.done && step.value.length === 0) step = reading.next([])
  return step
}
