import { expect, test } from 'vitest'
import { parseSwapKey } from './swap-key.ts'

const key = 'c0ffee'.repeat(10).concat('abcd')

test.each(['order-17', '2026-11-21/17', 'a', 'x'.repeat(100)])('%s is a valid name', (text) => {
  expect(parseSwapKey(text)).toBe(text)
})

test.each(['', 'two words', 'x'.repeat(101), 'last', 'quote:1', 'cross:1', 'approve:1', 'line\nend', '\u202Ename'])(
  '%j is not',
  (text) => {
    expect(() => parseSwapKey(text)).toThrow()
  },
)

test('a possible private key is refused and not repeated', () => {
  for (const text of [key, `0x${key}`])
    expect(() => parseSwapKey(text)).toThrow(expect.objectContaining({ message: expect.not.stringContaining(key) }))
})
