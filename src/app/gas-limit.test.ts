import { expect, test } from 'vitest'
import type { Leg, Route } from '#domain/quotes/route'
import { gas } from '#domain/units'
import { computePayloadGasLimit, getPayloadHeadroom } from './gas-limit.ts'

const quoteOf = (legs: number, need?: readonly [now: bigint, rise: bigint]) => ({
  route: { legs: Array.from({ length: legs }, () => ({}) as Leg) } as unknown as Route, // only their number counts
  ...(need === undefined ? {} : { gasNeed: { now: gas(need[0]), rise: gas(need[1]) } }),
})

test.each<[estimate: bigint, quote: ReturnType<typeof quoteOf>, limit: bigint]>([
  [100_000n, quoteOf(1), 166_000n],
  [300_000n, quoteOf(4), 558_000n],
  [100_000n, quoteOf(1, [90_000n, 30_000n]), 136_000n],
  [100_000n, quoteOf(1, [90_000n, 5_000n]), 129_400n],
  [141_600n, quoteOf(1, [140_000n, 20_000n]), 181_832n],
  [106_339n, quoteOf(1, [90_000n, 0n]), 136_499n],
  [200_000n, quoteOf(1, [90_000n, 5_000n]), 241_400n],
  [80_000n, quoteOf(1, [90_000n, 30_000n]), 125_400n],
  [16_000_000n, quoteOf(2), 16_777_216n],
])('an estimate of %i for %o has the limit %i', (estimate, quote, limit) => {
  expect(computePayloadGasLimit(estimate, quote, {})).toBe(limit)
})

test('a budget expects no less than a payload may take', () => {
  expect(getPayloadHeadroom(quoteOf(3))).toBe(180_000n)
  expect(getPayloadHeadroom(quoteOf(3, [90_000n, 30_000n]))).toBe(30_000n)
})
