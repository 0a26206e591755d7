import { expect, test } from 'vitest'
import type { Leg, Route } from '#domain/quotes/route'
import { computePayloadGasLimit, getPayloadHeadroom } from './gas-limit.ts'

const quoteOf = (legs: number) => ({
  route: { legs: Array.from({ length: legs }, () => ({}) as Leg) } as unknown as Route, // only their number counts
})

test.each<[estimate: bigint, legs: number, limit: bigint]>([
  [100_000n, 1, 180_000n],
  [300_000n, 4, 600_000n],
  [16_000_000n, 2, 16_777_216n],
])('an estimate of %i for %i legs has the limit %i', (estimate, legs, limit) => {
  expect(computePayloadGasLimit(estimate, quoteOf(legs))).toBe(limit)
})

test('a budget expects no less than a payload may take', () => {
  expect(getPayloadHeadroom(quoteOf(3))).toBe(180_000n)
})
