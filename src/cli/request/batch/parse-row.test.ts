import { expect, test } from 'vitest'
import type { BatchOrder } from '#domain/trade/batch/order'
import type { PlannedRow } from '#domain/trade/batch/plan'
import { ppm, seconds } from '#domain/units'
import { checkLimits, parseRow, type RowDefaults } from './parse-row.ts'

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

test.each([
  ['its own', { slippage: '5.1%' }, defaults],
  ['that of the settings', {}, { ...defaults, slippage: ppm(51_000) }],
])('a slippage above the limit is refused: %s', (_, more, settings) => {
  const message = 'slippage: 5.1% is above the limit of 5%'
  expect(parseRow({ line: 2, words: { ...words, ...more } }, settings)).toEqual([{ line: 2, message }])
  expect(parseRow({ line: 2, words: { ...words, slippage: '5%' } }, settings)).toMatchObject({ slippage: 50_000 })
})

/** What is said about a row of a plan, with a quote or without one. */
function check(order: Partial<BatchOrder>, quote?: object): readonly string[] {
  const usual = {
    line: 2,
    id: 'a',
    slippage: ppm(50_000),
    maxImpact: ppm(30_000),
    deadlineSeconds: 900,
    note: undefined,
  }
  const row = { order: { ...usual, ...order }, quote } as PlannedRow
  return checkLimits(row, defaults).map(({ message }) => message)
}

test('a row of a plan keeps to the limits of the rows of a file', () => {
  expect(check({})).toEqual([])
  expect(check({ slippage: ppm(50_001) })).toEqual(['slippage: 5.0001% is above the limit of 5%'])
  expect(check({ deadlineSeconds: 901 })).toEqual(['deadline: a deadline lies between 30s and 15m'])
  expect(check({ deadlineSeconds: 29 })).toEqual(['deadline: a deadline lies between 30s and 15m'])
  expect(check({ note: 'n'.repeat(201) })).toEqual(['note: a note has at most 200 characters'])
  // a colon would make it the key of an approval
  expect(check({ id: 'approve:base' })).toEqual(['id: up to 60 letters, digits and . @ / + - _'])
})

test('its own limit of the price impact is above the usual one only beside a minimum', () => {
  expect(check({ maxImpact: ppm(30_001) }, {})).toEqual([])
  expect(check({ maxImpact: ppm(30_001) })).toEqual([
    'max_impact: 3.0001% is above the limit of 3%, and the plan has no minimum',
  ])
})
