import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divUp, mulDiv, mulDivUp } from '#math/integers/full-math'

const word = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })
const divisor = fc.bigInt({ min: 1n, max: (1n << 256n) - 1n })

test('the product has full width', () => {
  const most = (1n << 256n) - 1n
  expect(mulDiv(most, most, most)).toBe(most)
  expect(mulDiv(1n << 128n, (50n << 128n) / 100n, (150n << 128n) / 100n)).toBe((1n << 128n) / 3n)
})

test('rounding down and up differ by one exactly if there is a remainder', () => {
  fc.assert(
    fc.property(word, word, divisor, (a, b, d) => {
      fc.pre((a * b) / d < (1n << 256n) - 1n)
      const down = mulDiv(a, b, d)
      expect(down * d).toBeLessThanOrEqual(a * b)
      expect((down + 1n) * d).toBeGreaterThan(a * b)
      expect(mulDivUp(a, b, d) - down).toBe((a * b) % d === 0n ? 0n : 1n)
    }),
  )
})

test('rounds up', () => {
  expect([divUp(0n, 3n), divUp(3n, 3n), divUp(4n, 3n)]).toEqual([0n, 1n, 2n])
})

test('throws if the contract reverts', () => {
  expect(() => mulDiv(1n << 255n, 4n, 2n)).toThrow('256 bits')
  expect(() => mulDivUp((1n << 256n) - 1n, (1n << 256n) - 1n, (1n << 256n) - 2n)).toThrow('256 bits')
  expect(() => mulDiv(1n, 1n, 0n)).toThrow(RangeError)
})
