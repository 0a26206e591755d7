import type { Read, Reading } from '#domain/reads'
import type { Hex } from '#domain/units'

/** Sends one round of reads, all at the same block, and returns their answers in order. */
export type Multicall = (reads: readonly Read<unknown>[]) => Promise<readonly Hex[]>

/**
 * Runs many readings in step: one multicall a round, however many readings there are.
 *
 * A reading that throws (a pool that answers nonsense) drops out and gives its error in its place;
 * the others go on. Only `multicall` itself can reject the whole.
 */
export async function readAll<T>(readings: readonly Reading<T>[], multicall: Multicall): Promise<(T | Error)[]> {
  const results = new Array<T | Error>(readings.length)
  let running = readings.map((reading, index) => ({ reading, index, ...advance(reading, []) }))

  for (;;) {
    for (const { index, done, value } of running) if (done) results[index] = value
    running = running.filter((one) => !one.done)
    if (running.length === 0) return results

    const asked = running.map((one) => (one.done ? [] : one.value))
    const answers = await multicall(asked.flat())
    let next = 0
    running = running.map(({ reading, index }, i) => {
      const count = asked[i]?.length ?? 0
      next += count
      return { reading, index, ...advance(reading, answers.slice(next - count, next)) }
    })
  }
}

type Step<T> = { done: true; value: T | Error } | { done: false; value: readonly Read<unknown>[] }

function advance<T>(reading: Reading<T>, answers: readonly Hex[]): Step<T> {
  try {
    const { done, value } = reading.next(answers)
    return done ? { done, value } : { done: false, value }
  } catch (error) {
    return { done: true, value: error instanceof Error ? error : new Error(String(error)) }
  }
}
