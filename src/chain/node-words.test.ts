import { expect, test } from 'vitest'
import { nodeWords } from './node-words.ts'

test('repeats what a node said without what may be a key', () => {
  const url = new URL('https://me:passw0rd@rpc.example.org/v3/0123456789abcdef?token=fedcba98')
  const said = 'key 0123456789abcdef, token fedcba98, passw0rd; see https://rpc.example.org/v3/0123456789abcdef'
  expect(nodeWords(said, url)).toBe('key …, token …, …; see …')
})

test('keeps to one short line that no terminal obeys', () => {
  expect(nodeWords('a\u001b[31m\n\u202eb\u2028c')).toBe('a [31m b c')
  expect(nodeWords('x'.repeat(1_000))).toHaveLength(201)
})
