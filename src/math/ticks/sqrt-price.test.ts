import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { q96 } from '#math/integers/full-math'
import { amount0Down, amount0Up, amount1Down, amount1Up, sqrtPriceAfterInput } from '#math/ticks/sqrt-price'

const wad = 10n ** 18n
const price = fc.bigInt({ min: 4295128739n, max: (1n << 160n) - 1n })
const liquidity = fc.bigInt({ min: 1n, max: (1n << 128n) - 1n })
const input = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n })

describe('sqrtPriceAfterInput', () => {
  test("equals the contract on the contract's test cases", () => {
    expect(sqrtPriceAfterInput(q96, wad, wad / 10n, true)).toBe(72025602285694852357767227579n)
    expect(sqrtPriceAfterInput(q96, wad, wad / 10n, false)).toBe(87150978765690771352898345369n)
    expect(sqrtPriceAfterInput(q96, 10n * wad, 1n << 100n, true)).toBe(624999999995069620n)
    expect(sqrtPriceAfterInput(q96, 1n, (1n << 255n) - 1n, true)).toBe(1n)
  })

  test('takes the less exact path if the product overflows', () => {
    const [p, l, a] = [(1n << 160n) - 12_345n, (1n << 128n) - 67_890n, 1n << 97n]
    const exact = (l * q96 * p) / (l * q96 + a * p) + 1n
    const short = (l * q96) / ((l * q96) / p + a) + 1n
    expect(short).toBeGreaterThan(exact)
    expect(sqrtPriceAfterInput(p, l, a, true)).toBe(short)
  })

  test('moves the price in the right direction, and not at all for a zero input', () => {
    fc.assert(
      fc.property(price, liquidity, input, (p, l, a) => {
        expect(sqrtPriceAfterInput(p, l, a, true)).toBeLessThanOrEqual(p)
        if (p + (a * q96) / l < 1n << 160n) expect(sqrtPriceAfterInput(p, l, a, false)).toBeGreaterThanOrEqual(p)
        expect(sqrtPriceAfterInput(p, l, 0n, true)).toBe(p)
        expect(sqrtPriceAfterInput(p, l, 0n, false)).toBe(p)
      }),
    )
  })

  test('rejects zero liquidity and a price that is too high', () => {
    expect(() => sqrtPriceAfterInput(0n, 1n, 1n, true)).toThrow(RangeError)
    expect(() => sqrtPriceAfterInput(q96, 0n, 1n, true)).toThrow(RangeError)
    expect(() => sqrtPriceAfterInput(q96, 1n, wad << 60n, false)).toThrow('160 bits')
  })
})

describe('amounts between two prices', () => {
  test("equal the contract on the contract's test cases, price 1 to 1.21", () => {
    const upper = 87150978765690771352898345369n // √1.21
    expect(amount0Up(q96, upper, wad)).toBe(90909090909090910n)
    expect(amount0Down(q96, upper, wad)).toBe(90909090909090909n)
    expect(amount1Up(q96, upper, wad)).toBe(100000000000000000n)
    expect(amount1Down(q96, upper, wad)).toBe(99999999999999999n)
  })

  test('differ by at most one by rounding', () => {
    fc.assert(
      fc.property(price, price, liquidity, (p, q, l) => {
        const [lower, upper] = p < q ? [p, q] : [q, p]
        expect([0n, 1n]).toContain(amount0Up(lower, upper, l) - amount0Down(lower, upper, l))
        expect([0n, 1n]).toContain(amount1Up(lower, upper, l) - amount1Down(lower, upper, l))
      }),
    )
  })
})
