import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ppm } from '#domain/units'
import { formatBlock } from './block.ts'
import {
  allowanceText,
  amountLine,
  clockText,
  feeText,
  gapText,
  groupDigits,
  percentText,
  shareText,
  shortUnitsText,
  unitsText,
} from './text.ts'
import { columnsOf, padEnd } from './width.ts'

const usdc = { symbol: 'USDC', decimals: 6 }

test('amounts are exact and grouped', () => {
  expect(amountLine(24_812_402_117n, usdc)).toBe('24,812.402117 USDC')
  expect(unitsText(1_000_000_000n, usdc)).toBe('1,000')
  expect(groupDigits('1234567.1234567')).toBe('1,234,567.1234567')
  expect(groupDigits('123')).toBe('123')
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 40 }), (raw, decimals) => {
      const digits = unitsText(raw, { symbol: '', decimals }).replaceAll(',', '')
      const [whole = '', part = ''] = digits.split('.')
      expect(BigInt(whole + part.padEnd(decimals, '0'))).toBe(raw)
    }),
  )
})

test('short amounts are cut, never rounded up, and keep whole digits', () => {
  expect(shortUnitsText(15_384_119_999n, usdc)).toBe('15,384.1')
  expect(shortUnitsText(1_234_567_999_999n, usdc)).toBe('1,234,567')
  expect(shortUnitsText(1_234n, { symbol: 'X', decimals: 18 })).toBe('0.000000000000001234')
  expect(shortUnitsText(0n, usdc)).toBe('0')
})

test('an allowance from 2^255 on is unlimited, a smaller one exact', () => {
  expect(allowanceText(2n ** 256n - 1n, usdc)).toBe('unlimited')
  expect(allowanceText(2n ** 255n, usdc)).toBe('unlimited')
  expect(allowanceText(1_500_000_001n, usdc)).toBe('1,500.000001')
})

test('ratios, fees, shares, clocks', () => {
  expect(percentText(ppm(1_200))).toBe('0.12 %')
  expect(feeText(500)).toBe('0.05 %')
  expect(feeText(3_000)).toBe('0.30 %')
  expect(feeText(25)).toBe('0.0025 %')
  expect(shareText(6_200)).toBe('62.0 %')
  expect(shareText(4_368)).toBe('43.68 %')
  expect(clockText(298)).toBe('4:58')
  expect(clockText(5)).toBe('0:05')
})

test('gaps are rounded up, never down', () => {
  const gaps: readonly (readonly [ppm: number, text: string])[] = [
    [1, '0.01 bp'],
    [1.001, '0.02 bp'],
    [7, '0.07 bp'],
    [9.001, '0.1 bp'],
    [40, '0.4 bp'],
    [40.001, '0.5 bp'],
    [990, '9.9 bp'],
    [990.001, '10 bp'],
    [1_201, '13 bp'],
    [9_900.5, '1.0 %'],
    [12_001, '1.3 %'],
    [2_000_000, '200.0 %'],
  ]
  expect(gaps.map(([ppm]) => gapText(ppm))).toEqual(gaps.map(([, text]) => text))
})

test('columns: colours take none, East Asian letters two, marks none', () => {
  expect(columnsOf('\u001b[31mred\u001b[39m')).toBe(3)
  expect(columnsOf('漢字')).toBe(4)
  expect(columnsOf('e\u0301')).toBe(1)
  expect(padEnd('漢', 4)).toBe('漢  ')
})

test('names and values are in columns', () => {
  expect(
    formatBlock([
      [['Sell', '10 ETH']],
      [
        ['Impact', '0.12 %  ok'],
        ['Gas', '412,331'],
      ],
    ]),
  ).toEqual(['  Sell    10 ETH', '  Impact  0.12 %  ok          Gas  412,331'])
})
