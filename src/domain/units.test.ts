import { expect, test } from 'vitest'
import { amount, evm, parseFraction, quoteId } from '#domain/units'

test.each([
  ['0.005', 5_000],
  ['1', 1_000_000],
  ['0', 0],
  ['0.0e-999', 0],
  ['0.000001', 1],
  ['0.0100000000', 10_000],
  ['.005', 5_000],
  ['5e-05', 50],
  ['0.006999999999999999', 7_000],
])('%s is %i ppm', (text, ppm) => {
  expect(parseFraction(text)).toBe(ppm)
})

test.each(['1.1', '-0.1', '', '0.0000001', '5', 'x', '1e-999999999', `0.${'0'.repeat(400)}1`])(
  '%j is not a fraction',
  (text) => {
    expect(() => parseFraction(text)).toThrow(expect.objectContaining({ code: 'INVALID_FRACTION', exit: 2 }))
  },
)

test('an amount fits a uint256', () => {
  expect(() => amount(-1n)).toThrow('out of range')
  expect(() => amount(1n << 256n)).toThrow('out of range')
})

test('an address is 20 bytes, a quote id a UUID v4', () => {
  expect(evm('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')).toBe('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')
  expect(() => evm('0xA0b8')).toThrow('not an address')
  expect(() => quoteId('q1')).toThrow(expect.objectContaining({ code: 'INVALID_QUOTE_ID', exit: 6 }))
})
