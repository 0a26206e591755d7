import { expect, test } from 'vitest'
import { ppm, seconds } from '#domain/units'
import { parseRow, type RowDefaults } from './parse-row.ts'

const defaults: RowDefaults = {
  ...{ slippage: ppm(5_000), maxSlippage: ppm(50_000), maxImpact: ppm(30_000) },
  ...{ approve: 'exact', deadlineSeconds: seconds(180) },
}
const words = { id: 'a', network: 'base', sell: 'ETH', amount: '1', buy: 'USDC' }

test('a day that no month has is no time: it would be one of the next month', () => {
  const row = parseRow({ line: 2, words: { ...words, not_before: '2026-02-31T09:00:00Z' } }, defaults)
  expect(row).toMatchObject([{ line: 2, message: expect.stringContaining('not_before') }])
})

test.each([
  ['2024-02-29T23:30:00-05:00', 1_709_267_400],
  ['2026-01-31T09:30Z', 1_769_851_800],
])('%s is a time', (not_before, notBefore) => {
  expect(parseRow({ line: 2, words: { ...words, not_before } }, defaults)).toMatchObject({ notBefore })
})
