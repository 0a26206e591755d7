import type { Reading } from '#domain/calls/reads'
import { hex } from '#domain/units'
import type { LocalChain } from '../chain.ts'

interface Read<T> {
  readonly value: T
  /** Rounds with at least one read. */
  readonly rounds: number
}

/** Runs a reading, one call after another. A refused call has an empty answer. */
export async function runReading<T>({ call }: Pick<LocalChain, 'call'>, reading: Reading<T>): Promise<Read<T>> {
  let rounds = 0
  let next = reading.next()
  while (!next.done) {
    if (next.value.length > 0) rounds += 1
    const answers = next.value.map(({ to, data }) => call(to, data).then(hex, () => hex('0x')))
    next = reading.next(await Promise.all(answers))
  }
  return { value: next.value, rounds }
}

/** The same for a chain that starts only once a test has begun. */
export const readingOn =
  (chain: () => LocalChain) =>
  <T>(reading: Reading<T>): Promise<Read<T>> =>
    runReading(chain(), reading)
