import { expect, test } from 'vitest'
import { computeSlack, sampleHull } from './chord.ts'

/** A constant product that never gives a million units, for a token of 18 decimals. */
const giveLittle = (x: number): number => Math.floor((1_000_000 * x) / (x + 1e17))

test('a pool of few units is sampled from a small part of them on', () => {
  const { hull } = sampleHull(giveLittle)
  const [, first] = hull
  expect(first?.y).toBeLessThan(4_000)
  expect(computeSlack(hull)[0]).toBeLessThan(12)
})
