import { keccak_256 } from '@noble/hashes/sha3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keccak256 } from './keccak256.ts'

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test.each([
  ['', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
  ['abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
  ['transfer(address,uint256)', 'a9059cbb2ab09eb219583f4a59a5d0623ade346d962bcd4e46b11da047c9049b'],
])('hashes %j', (text, hash) => {
  expect(hexOf(keccak256(Buffer.from(text)))).toBe(hash)
})

test('hashes as @noble/hashes does, also around its block of 136 bytes and its buffer of 16 KiB', () => {
  const edges = [135, 136, 137, 271, 272, 273, 16_383, 16_384, 16_385, 32_768, 32_769, 50_000]
  const lengths = fc.oneof(fc.constantFrom(...edges), fc.nat(2_000))
  const inputs = lengths.chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))
  fc.assert(fc.property(inputs, (bytes) => hexOf(keccak256(bytes)) === hexOf(keccak_256(bytes))))
})

test('returns an array that the next hash does not change', () => {
  const first = keccak256(Buffer.from('first'))
  const before = hexOf(first)
  keccak256(Buffer.from('second'))
  expect(hexOf(first)).toBe(before)
})

test('hashes a part of a larger buffer', () => {
  const whole = Buffer.from('0123456789')
  expect(hexOf(keccak256(whole.subarray(2, 5)))).toBe(hexOf(keccak_256(Buffer.from('234'))))
})
