import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyTransferFee, findTransferFee } from './transfer-fee.ts'

const measure = (arrive: (sent: bigint) => bigint, ...amounts: readonly bigint[]) =>
  amounts.map((sent) => ({ sent, arrived: arrive(sent) }))

test('a part rounded down or up', () => {
  expect(applyTransferFee({ ppm: 10_000, roundsUp: false }, 199n)).toBe(198n)
  expect(applyTransferFee({ ppm: 10_000, roundsUp: true }, 199n)).toBe(197n)
  expect(applyTransferFee({ ppm: 0, roundsUp: true }, 199n)).toBe(199n)
})

test.each<[string, (sent: bigint) => bigint, { ppm: number; roundsUp: boolean }]>([
  ['nothing is kept', (sent) => sent, { ppm: 0, roundsUp: false }],
  ['one percent of it is burned', (sent) => sent - sent / 100n, { ppm: 10_000, roundsUp: false }],
  ['99 % of it is credited', (sent) => (sent * 99n) / 100n, { ppm: 10_000, roundsUp: true }],
  ['3.33 % of it is kept', (sent) => sent - (sent * 333n) / 10_000n, { ppm: 33_300, roundsUp: false }],
])('is found where %s', (_, arrive, rule) => {
  expect(findTransferFee(measure(arrive, 5_999_999n, 81_999_999n))).toEqual(rule)
})

test.each<[string, (sent: bigint) => bigint]>([
  ['two parts are rounded one by one', (sent) => sent - sent / 100n - (sent * 2n) / 100n],
  ['large transfers pay more', (sent) => sent - sent / (sent > 10_000_000n ? 10n : 100n)],
  ['a fixed amount is kept', (sent) => sent - 12_345n],
  ['all of it is kept', () => 0n],
  ['more arrives than was sent', (sent) => sent + sent / 100n],
])('is not found where %s', (_, arrive) => {
  expect(findTransferFee(measure(arrive, 5_999_999n, 81_999_999n))).toBeUndefined()
})

test('is not found from amounts that cannot tell', () => {
  const arrive = (sent: bigint) => sent - sent / 100n
  expect(findTransferFee(measure(arrive, 999_999n))).toBeUndefined()
  expect(findTransferFee(measure(arrive, 5_000_000n))).toBeUndefined()
  expect(findTransferFee([])).toBeUndefined()
})

test('any rule is found again', () => {
  const amounts = fc.bigInt({ min: 1n, max: 1n << 90n }).map((n) => n * 1_000_000n + 999_999n)
  fc.assert(
    fc.property(fc.nat(999_999), fc.boolean(), amounts, amounts, (ppm, roundsUp, a, b) => {
      const rule = { ppm, roundsUp }
      const found = findTransferFee(measure((sent) => applyTransferFee(rule, sent), a, b))
      expect(found).toEqual(ppm === 0 ? { ppm: 0, roundsUp: false } : rule)
    }),
  )
})
