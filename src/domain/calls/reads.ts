import type { Address, Hex } from '#domain/units'

/** One contract read and how to decode its answer. */
export interface Read<T> {
  readonly to: Address
  readonly data: Hex
  /** @throws if the answer is not what the contract should return (also for `0x`, a failed call). */
  readonly decode: (answer: Hex) => T
}

/**
 * A reading states what it needs from the chain and never fetches it. Each `yield` is one round of calls; the chain
 * folder runs many readings in step, one multicall a round, all at one block.
 */
export type Reading<T> = Generator<readonly Read<unknown>[], T, readonly Hex[]>

type Answers<R extends readonly Read<unknown>[]> = { -readonly [I in keyof R]: R[I] extends Read<infer T> ? T : never }

/** Two readings in step: the next reads of both are one round. */
export function* combineReadings<A, B>(one: Reading<A>, other: Reading<B>): Reading<readonly [A, B]> {
  let [first, second] = [one.next([]), other.next([])]
  while (!first.done || !second.done) {
    const asked = first.done ? [] : first.value
    const answers = yield [...asked, ...(second.done ? [] : second.value)]
    if (!first.done) first = one.next(answers.slice(0, asked.length))
    if (!second.done) second = other.next(answers.slice(asked.length))
  }
  return [first.value, second.value]
}

/** Sends `reads` together: `const [a, b] = yield* ask(readA, readB)`. */
export function* ask<const R extends readonly Read<unknown>[]>(...reads: R): Reading<Answers<R>> {
  const answers = yield reads
  return reads.map((read, i) => read.decode(answers[i] as Hex)) as Answers<R>
}
