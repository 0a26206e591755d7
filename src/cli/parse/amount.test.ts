import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDecimal } from '#domain/format-decimal'
import { amount } from '#domain/units'
import { parseAmount, resolveAmount, unitsToRaw } from './amount.ts'

const usdc = { symbol: 'USDC', decimals: 6 }
const none = async () => amount(0n)
const held = (n: bigint) => async () => amount(n)

test('reads whole tokens, raw units, shares and max', async () => {
  expect(await resolveAmount(parseAmount('1.5'), usdc, none)).toBe(1_500_000n)
  expect(await resolveAmount(parseAmount('raw:1500000'), usdc, none)).toBe(1_500_000n)
  expect(await resolveAmount(parseAmount('50%'), usdc, held(3n))).toBe(1n)
  expect(await resolveAmount(parseAmount('33.3333%'), usdc, held(1_000_000n))).toBe(333_333n)
  expect(await resolveAmount(parseAmount('max'), usdc, held(7n))).toBe(7n)
  expect(await resolveAmount(parseAmount('007'), usdc, none)).toBe(7_000_000n)
})

test.each([
  ['', 'it is empty'],
  ['-1', 'it is negative'],
  ['−1', 'it is negative'],
  ['1e18', 'exponents are not accepted'],
  ['1.5E-3', 'exponents are not accepted'],
  ['0x10', 'hexadecimal is not accepted'],
  ['1,000', 'separators are not accepted'],
  ['1_000', 'separators are not accepted'],
  ["1'000", 'separators are not accepted'],
  ['1 000.5', 'separators are not accepted'],
  ['1,5', 'separators are not accepted'],
  ['1.2.3', 'more than one decimal point'],
  ['.5', 'both sides'],
  ['5.', 'both sides'],
  ['0', 'it is zero'],
  ['0.000', 'it is zero'],
  ['ten', 'it is not a number'],
  ['1٫5', 'it is not a number'],
  ['١', 'it is not a number'],
  ['Infinity', 'it is not a number'],
  ['+1', 'it is not a number'],
  ['raw:1.5', 'no decimals'],
  ['raw:', 'it is empty'],
  ['raw:-1', 'it is negative'],
  ['0%', 'a share lies'],
  ['101%', 'a share lies'],
  ['1e1%', 'a share lies'],
  ['-5%', 'a share lies'],
])('refuses %j: %s', (text, reason) => {
  expect(() => parseAmount(text)).toThrow(reason)
})

test('refuses more decimals than the token has, even zeros', () => {
  expect(() => unitsToRaw('1.1234567', usdc)).toThrow('USDC has 6 decimals, this has 7')
  expect(() => unitsToRaw('1.0000000', usdc)).toThrow('USDC has 6 decimals')
  expect(unitsToRaw('5', { symbol: 'X', decimals: 0 })).toBe(5n)
  expect(() => unitsToRaw('5.0', { symbol: 'X', decimals: 0 })).toThrow('X has 0 decimals')
})

test('refuses a share or max of zero', async () => {
  await expect(resolveAmount(parseAmount('max'), usdc, none)).rejects.toThrow('the account holds no USDC to spend')
  await expect(resolveAmount(parseAmount('1%'), usdc, held(3n))).rejects.toThrow('the account holds no USDC to spend')
})

test('digits read back as the same amount', () => {
  const raw = fc.bigInt({ min: 1n, max: 2n ** 200n })
  fc.assert(
    fc.property(raw, fc.integer({ min: 0, max: 36 }), (n, decimals) => {
      expect(unitsToRaw(formatDecimal(n, decimals), { symbol: 'X', decimals })).toBe(n)
    }),
  )
})

test('throws only failures of the table, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      try {
        parseAmount(text)
      } catch (error) {
        expect(error).toMatchObject({ name: 'SwapError' })
      }
    }),
    { numRuns: 2_000 },
  )
})
