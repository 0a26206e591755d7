import { expect, test } from 'vitest'
import { ask, type Read } from '#domain/calls/reads'
import { evm, hex } from '#domain/units'
import { readAll } from './read-all.ts'

const anyone = evm(`0x${'11'.repeat(20)}`)
const number = (n: number): Read<number> => ({ to: anyone, data: hex(`0x0${n}`), decode: Number })

function* once() {
  const [a] = yield* ask(number(1))
  return a
}
function* twice() {
  const [a, b] = yield* ask(number(2), number(3))
  const [c] = yield* ask(number(4))
  return a + b + c
}
/** Fails before its first read. */
function* broken() {
  const [a] = yield* ask(odd())
  return a
}
const odd = (): Read<number> => {
  throw new Error('odd pool')
}

test('takes as many rounds as the longest reading, and keeps the order', async () => {
  const rounds: number[] = []
  const echo = (reads: readonly Read<unknown>[]) => {
    rounds.push(reads.length)
    return Promise.resolve(reads.map((read) => read.data))
  }
  expect(await readAll([twice(), broken(), once()], echo)).toEqual([9, new Error('odd pool'), 1])
  expect(rounds).toEqual([3, 1])
})
