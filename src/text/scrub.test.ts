import { expect, test } from 'vitest'
import { scrub } from './scrub.ts'

const key = `0x${'ab'.repeat(32)}`
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

test('removes keys, phrases, passwords and the keys in URLs', () => {
  const text = `key ${key} bare ${key.slice(2)} phrase ${phrase}, url https://u:p@rpc.example/v3/CANARY?x=1 word hunter22`
  const shown = scrub(text, ['hunter22'])
  for (const secret of [key, key.slice(2), 'sausage', 'CANARY', 'hunter22', 'u:p@']) expect(shown).not.toContain(secret)
  expect(shown).toContain('https://rpc.example/…')
})

test('removes the password of a database', () => {
  expect(scrub('at postgres://user:CANARY@db.example/x?k=CANARY now')).toBe('at postgres://db.example/… now')
})

test('keeps the hash of a known transaction', () => {
  expect(scrub(`mined in ${key}`, [], [key])).toBe(`mined in ${key}`)
})

test('an empty password does not blank the text', () => {
  expect(scrub('abc', [''])).toBe('abc')
})
