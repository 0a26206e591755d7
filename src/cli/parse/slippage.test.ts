import { expect, test } from 'vitest'
import { parseRatio, parseSlippage } from './slippage.ts'

test.each([
  ['0.5%', 5_000],
  ['0.5 %', 5_000],
  ['50bps', 5_000],
  ['0.005', 5_000],
  ['0.01', 10_000],
  ['0', 0],
  ['5%', 50_000],
  ['0.0001%', 1],
  ['0.01bps', 1],
  ['50%', 500_000],
])('%s is %i ppm', (text, ppm) => {
  expect(parseSlippage(text)).toBe(ppm)
})

test.each([
  ['0.5', 'write 50% or 0.5%'],
  ['0.05', 'write 5% or 0.05%'],
  ['0.125', 'write 12.5% or 0.125%'],
  ['5', 'ambiguous: write 5%.'],
  ['50', 'ambiguous: write 50%.'],
  ['101%', 'above 100%'],
  ['50.1%', 'above 50%'],
  ['-1%', 'negative'],
  ['0,5%', 'decimal point'],
  ['', 'not a number'],
  ['five', 'not a number'],
  ['1e-3', 'not a number'],
  ['0.00001%', 'finer than one millionth'],
  ['0.0000001', 'finer than one millionth'],
])('%s is refused: %s', (text, reason) => {
  expect(() => parseSlippage(text)).toThrow(reason)
})

test('a limit may be up to 100%', () => {
  expect(parseRatio('100%')).toBe(1_000_000)
  expect(() => parseRatio('100.0001%')).toThrow('above 100%')
})
