import { expect, test } from 'vitest'
import { SwapError } from '#domain/errors'
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
  ['0.5', 'a percentage or a fraction'],
  ['5', 'a percentage or a fraction'],
  ['101%', 'above 50%'],
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

test.each([
  ['0.5', 'write 50% or 0.5%'],
  ['0.05', 'write 5% or 0.05%'],
  ['0.125', 'write 12.5% or 0.125%'],
  ['1', 'write 1%'],
  ['5', 'write 5%'],
  ['50', 'write 50%'],
  ['60', 'write 0.5%, 50bps'],
])('%s is ambiguous: %s, and only what is accepted', (text, fix) => {
  expect(fixOf(() => parseSlippage(text))).toEqual([fix])
})

test('a limit is ambiguous up to 100%', () => {
  expect(fixOf(() => parseRatio('1'))).toEqual(['write 100% or 1%'])
  expect(() => parseRatio('five')).toThrow('"five" is not a limit')
})

function fixOf(parse: () => unknown): unknown {
  try {
    parse()
  } catch (error) {
    return error instanceof SwapError ? error.fix : error
  }
  return undefined
}

test('a limit may be up to 100%', () => {
  expect(parseRatio('100%')).toBe(1_000_000)
  expect(() => parseRatio('100.0001%')).toThrow('above 100%')
})
