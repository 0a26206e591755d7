import { expect, test } from 'vitest'
import { ownName } from './own-name.ts'

const key = 'c0ffee'.repeat(10).concat('abcd')

test.each(['order-17', '2026-11-21/17', 'a', 'x'.repeat(100)])('%s is a name', (text) => {
  expect(ownName(text)).toBe(text)
})

test.each(['', 'two words', 'x'.repeat(101), 'last', 'quote:1', 'approve:1', 'line\nend', '\u202Ename'])(
  '%j is none',
  (text) => {
    expect(() => ownName(text)).toThrow()
  },
)

test('what may be a private key is refused and not repeated', () => {
  for (const text of [key, `0x${key}`])
    expect(() => ownName(text)).toThrow(expect.objectContaining({ message: expect.not.stringContaining(key) }))
})
