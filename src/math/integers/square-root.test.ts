import fc from 'fast-check'
import { expect, test } from 'vitest'
import { squareRoot } from './square-root.ts'

test('its square is the largest that does not exceed the number', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 1n << 512n }), fc.nat(512), (n, less) => {
      const of = n >> BigInt(less)
      const root = squareRoot(of)
      expect(root * root <= of && (root + 1n) * (root + 1n) > of).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

test.each([0n, 1n, 2n, 3n, 4n, (1n << 256n) - 1n])('of %i', (n) => {
  const root = squareRoot(n)
  expect(root * root <= n && (root + 1n) * (root + 1n) > n).toBe(true)
})
