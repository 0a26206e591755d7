import type { Reading } from '#domain/reads'
import { hex } from '#domain/units'
import type { LocalChain } from '../chain.ts'

/** Steps a reading, one call after another, and counts the rounds in which anything is asked. */
export const readingOn =
  (chain: () => LocalChain) =>
  async <T>(reading: Reading<T>): Promise<{ readonly value: T; readonly rounds: number }> => {
    let rounds = 0
    let next = reading.next()
    while (!next.done) {
      if (next.value.length > 0) rounds += 1
      const answers = next.value.map(({ to, data }) =>
        chain()
          .call(to, data)
          .then(hex, () => hex('0x')),
      )
      next = reading.next(await Promise.all(answers))
    }
    return { value: next.value, rounds }
  }
