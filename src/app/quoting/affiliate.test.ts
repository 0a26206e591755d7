import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Address, amount, ppm } from '#domain/units'
import { computeAffiliateFee, computeGrossAmount } from './affiliate.ts'

const by = (fee: number) => ({ address: '0x00' as Address, fee: ppm(fee) })
const leftOf = (gross: bigint, fee: number) => gross - computeAffiliateFee(amount(gross), by(fee))

test('the smallest gross amount that leaves exactly the net amount', () => {
  expect([1n, 99n, 100n].map((net) => computeGrossAmount(amount(net), by(10_000)))).toEqual([1n, 99n, 101n])
  expect(computeGrossAmount(amount(5n), undefined)).toBe(5n)
  fc.assert(
    fc.property(fc.bigInt(1n, 2n ** 127n), fc.integer({ min: 0, max: 100_000 }), (net, fee) => {
      const gross = computeGrossAmount(amount(net), by(fee))
      expect(leftOf(gross, fee)).toBe(net)
      expect(leftOf(gross - 1n, fee)).toBeLessThan(net)
    }),
  )
})
