import { expect, test } from 'vitest'
import { parseSwapKey } from './swap-key.ts'

const key = 'c0ffee'.repeat(10).concat('abcd')

test.each(['order-17', '2026-11-21/17', 'a', 'x'.repeat(100)])('%s is a valid name', (text) => {
  expect(parseSwapKey(text)).toBe(text)
})

test.each(['', 'two words', 'x'.repeat(101), 'line\nend', '\u202Ename'])('%j is not', (text) => {
  expect(() => parseSwapKey(text)).toThrow()
})

test.each([...['last', 'LAST', 'quote:1', 'cross:1', 'approve:1', 'deploy:1', 'batch:1', 'offline:1', 'Offline:1']])(
  '%j begins like a key of the journal',
  (text) => {
    expect(() => parseSwapKey(text)).toThrow(`"${text}" is reserved: choose another`)
  },
)

test('as a part of a longer word they are names', () => {
  for (const text of ['lasting', 'my-quote:1', 'offline-1']) expect(parseSwapKey(text)).toBe(text)
})

test('a possible private key is refused and not repeated', () => {
  for (const text of [key, `0x${key}`])
    expect(() => parseSwapKey(text)).toThrow(expect.objectContaining({ message: expect.not.stringContaining(key) }))
})
