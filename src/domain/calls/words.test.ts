import { expect, test } from 'vitest'
import { addressAt, addressWord, callData, intAt, uintAt, word } from '#domain/calls/words'
import { evm, hex } from '#domain/units'

const address = evm('0x00000000000000000000000000000000000000aB')

test('words are encoded and decoded', () => {
  const answer = hex(`0x${word(5n)}${word(-5)}${addressWord(address)}`)
  expect([uintAt(answer, 0), intAt(answer, 1), addressAt(answer, 2)]).toEqual([5n, -5n, address])
  expect(callData('0x01020304', word(1n))).toBe(`0x01020304${'0'.repeat(63)}1`)
})

test('refuses a missing word, and a word that is not an address', () => {
  expect(() => uintAt(hex('0x'), 0)).toThrow('no word 0')
  expect(() => addressAt(hex(`0x${word(-1)}`), 0)).toThrow('not an address')
  expect(() => word(1n << 256n)).toThrow(RangeError)
})
