import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitProportionally } from './split-proportionally.ts'

test('parts add up to the whole and stay within one of the exact share', () => {
  const amounts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 30n }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(amounts, (list) => {
      const total = list.reduce((sum, n) => sum + n, 0n)
      fc.pre(total > 0n)
      const parts = splitProportionally(list, 10_000)
      expect(parts.reduce((sum, n) => sum + n, 0)).toBe(10_000)
      for (const [i, part] of parts.entries()) {
        const floor = Number(((list[i] ?? 0n) * 10_000n) / total)
        expect([floor, floor + 1]).toContain(part)
      }
    }),
  )
})

test('the largest remainders are rounded up, the first among equals', () => {
  expect(splitProportionally([1n, 1n, 1n], 100)).toEqual([34, 33, 33])
  expect(splitProportionally([0n, 0n], 100)).toEqual([0, 0])
})
