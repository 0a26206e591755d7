import type { Reading } from '#domain/reads'
import { hex } from '#domain/units'
import type { LocalChain } from '../chain.ts'

interface Read<T> {
  readonly value: T
  /** In which anything was asked. */
  readonly rounds: number
}

/** Steps a reading, one call after another. A call that is refused answers nothing. */
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

/** The same for a chain that is there only once a test has begun. */
export const readingOn =
  (chain: () => LocalChain) =>
  <T>(reading: Reading<T>): Promise<Read<T>> =>
    runReading(chain(), reading)
