import { recoverAddress, Signature, SigningKey } from 'ethers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Hex, hex } from '#domain/units'
import { isCompactSignature, toCompactSignature, toOrderSignature } from './signature.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const bytes32 = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `0x7f${Buffer.from(bytes.subarray(1)).toString('hex')}`)
const word = (n: bigint): string => n.toString(16).padStart(64, '0')

test('every form of a signature gives the same two', () => {
  fc.assert(
    fc.property(bytes32, bytes32, (secret, digest) => {
      const key = new SigningKey(secret)
      const { r, s, v, serialized, compactSerialized } = key.sign(digest)
      const high = `${r}${word(order - BigInt(s))}`
      const spellings = [
        serialized,
        compactSerialized,
        `${r}${s.slice(2)}${v === 27 ? '00' : '01'}`,
        `${high}${v === 27 ? '1c' : '1b'}`,
        `${high}${v === 27 ? '01' : '00'}`,
      ]
      for (const spelling of spellings) {
        expect(toOrderSignature(hex(spelling))).toBe(serialized)
        expect(toCompactSignature(hex(spelling))).toBe(compactSerialized)
      }
      expect(recoverAddress(digest, Signature.from(serialized))).toBe(
        recoverAddress(digest, Signature.from(compactSerialized)),
      )
      expect([isCompactSignature(hex(compactSerialized)), isCompactSignature(hex(serialized))]).toEqual([true, false])
    }),
    { numRuns: 30 },
  )
})

const good = `${'11'.repeat(32)}${'22'.repeat(32)}`
test.each<[string, Hex]>([
  ['nothing', hex('0x')],
  ['63 bytes', hex(`0x${good.slice(2)}`)],
  ['66 bytes', hex(`0x${good}1b1b`)],
  ['another v', hex(`0x${good}1d`)],
  ['no r', hex(`0x${word(0n)}${'22'.repeat(32)}1b`)],
  ['no s', hex(`0x${'11'.repeat(32)}${word(0n)}1b`)],
  ['an r of the order', hex(`0x${word(order)}${'22'.repeat(32)}1b`)],
  ['an s of the order', hex(`0x${'11'.repeat(32)}${word(order)}1b`)],
])('%s is not a signature', (_, signature) => {
  expect(() => toOrderSignature(signature)).toThrow(RangeError)
  expect(isCompactSignature(signature)).toBe(false)
})
