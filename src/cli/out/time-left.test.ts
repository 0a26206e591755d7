import { expect, test } from 'vitest'
import { createTimeLeft, formatTimeLeft } from './time-left.ts'

function setUp() {
  let now = 0
  const left = createTimeLeft({ elapsed: () => now })
  return { left, pass: (milliseconds: number) => (now += milliseconds) }
}

test('the time left follows from the pace of the last minute', () => {
  const { left, pass } = setUp()
  expect(left(0, 1_000)).toBeUndefined()
  pass(10_000)
  expect(left(100, 1_000)).toBe(90)
  // slower: after a minute of it, only that counts
  for (let done = 101; done <= 170; done++) {
    pass(1_000)
    left(done, 1_000)
  }
  expect(left(170, 1_000)).toBe(830)
})

test('nothing is said after less than two seconds, without progress, or of other work', () => {
  const { left, pass } = setUp()
  left(0, 100)
  pass(1_999)
  expect(left(50, 100)).toBeUndefined()
  pass(1)
  expect(left(50, 100)).toBe(2)
  pass(1)
  expect(left(0, 100)).toBeUndefined()
})

test.each([
  [1, 'about 1 s left'],
  [89, 'about 89 s left'],
  [90, 'about 2 min left'],
  [5_340, 'about 89 min left'],
  [5_400, 'about 2 h left'],
])('%i seconds are %s', (seconds, text) => {
  expect(formatTimeLeft(seconds)).toBe(text)
})
