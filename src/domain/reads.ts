import type { Address, Hex } from '#domain/units'

/** One contract read and how its answer is understood. */
export interface Read<T> {
  readonly to: Address
  readonly data: Hex
  /** @throws when the answer is not what the contract should give (also for `0x`, a call that failed). */
  readonly decode: (answer: Hex) => T
}

/**
 * A reading says what it wants from the chain and never fetches it. Each `yield` is one round of
 * calls; the chain folder runs many readings in step, one multicall a round, all at one block.
 */
export type Reading<T> = Generator<readonly Read<unknown>[], T, readonly Hex[]>

type Answers<R extends readonly Read<unknown>[]> = { -readonly [I in keyof R]: R[I] extends Read<infer T> ? T : never }

/** Two readings in step: what both ask next is one round. */
export function* together<A, B>(one: Reading<A>, other: Reading<B>): Reading<readonly [A, B]> {
  let [first, second] = [one.next([]), other.next([])]
  while (!first.done || !second.done) {
    const asked = first.done ? [] : first.value
    const answers = yield [...asked, ...(second.done ? [] : second.value)]
    if (!first.done) first = one.next(answers.slice(0, asked.length))
    if (!second.done) second = other.next(answers.slice(asked.length))
  }
  return [first.value, second.value]
}

/** Asks for `reads` together: `const [a, b] = yield* ask(readA, readB)`. */
export function* ask<const R extends readonly Read<unknown>[]>(...reads: R): Reading<Answers<R>> {
  const answers = yield reads
  return reads.map((read, i) => read.decode(answers[i] as Hex)) as Answers<R>
}
