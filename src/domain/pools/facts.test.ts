import { expect, test } from 'vitest'
import { addressFact, bigintFact, bigintsFact, flagFact, hexFact, listFact, numberFact, numbersFact } from './facts.ts'

const of = {
  facts: { spacing: 60, id: '0xAB', stable: true, scale: 10n, weights: [1n, 2n], tiers: [1, 2], mixed: [1, 2n] },
}

test('reads facts by their type', () => {
  expect([numberFact(of, 'spacing'), hexFact(of, 'id'), bigintFact(of, 'scale')]).toEqual([60, '0xab', 10n])
  expect([flagFact(of, 'stable'), flagFact(of, 'absent'), flagFact({}, 'absent')]).toEqual([true, false, false])
  expect([bigintsFact(of, 'weights'), numbersFact(of, 'tiers')]).toEqual([
    [1n, 2n],
    [1, 2],
  ])
})

test('refuses a missing fact and one of another type', () => {
  expect(() => numberFact(of, 'id')).toThrow(RangeError)
  expect(() => numberFact({}, 'spacing')).toThrow(RangeError)
  expect(() => flagFact(of, 'spacing')).toThrow(RangeError)
  expect(() => listFact(of, 'spacing')).toThrow(RangeError)
  expect(() => numbersFact(of, 'mixed')).toThrow(RangeError)
  expect(() => bigintsFact(of, 'mixed')).toThrow(RangeError)
  expect(() => addressFact(of, 'id')).toThrow('address')
})
