import { expect, test } from 'vitest'
import { sanitizeNodeMessage } from './sanitize-node-message.ts'

test("removes what may be a key from a node's message", () => {
  const url = new URL('https://me:passw0rd@rpc.example.org/v3/0123456789abcdef?token=fedcba98')
  const said = 'key 0123456789abcdef, token fedcba98, passw0rd; see https://rpc.example.org/v3/0123456789abcdef'
  expect(sanitizeNodeMessage(said, url)).toBe('key …, token …, …; see …')
})

test('removes a key that the URL has in another form', () => {
  const url = new URL('https://me:pa%24%24%3Aword@rpc.example.org/v3/key%2B12345?token=a%2Fbcdef&half=100%')
  const said = 'pa$$:word or pa%24%24%3Aword, key+12345 or key%2B12345, a/bcdef or a%2Fbcdef'
  expect(sanitizeNodeMessage(said, url)).toBe('… or …, … or …, … or …')
})

test('removes the user and the password as a header has them', () => {
  const said = 'access denied for Basic bWU6cGEkJA==, bWU6cGEkJA'
  expect(sanitizeNodeMessage(said, new URL('https://me:pa%24%24@rpc.example.org'))).toBe(
    'access denied for Basic …==, …',
  )
})

test('removes a key in a part of a path segment', () => {
  const url = new URL('https://rpc.example.org/rpc;key=abcdef123,other%2Bkey;v=1')
  expect(sanitizeNodeMessage('abcdef123 or other+key or other%2Bkey in rpc;v=1', url)).toBe('… or … or … in rpc;v=1')
})

test('returns one short line without terminal control characters', () => {
  expect(sanitizeNodeMessage('a\u001b[31m\n\u202eb\u2028c')).toBe('a [31m b c')
  expect(sanitizeNodeMessage('x'.repeat(1_000))).toHaveLength(201)
})
