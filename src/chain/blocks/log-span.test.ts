import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterAnswer, afterRefusal, firstSpan, type LogSpan } from './log-span.ts'

/** Simulates a node that refuses more than `limit` blocks; returns its refusals of that many requests. */
function asked(limit: number, questions: number) {
  let span: LogSpan = firstSpan
  let refusals = 0
  let blocks = 0
  for (let i = 0; i < questions; i++) {
    if (span.blocks > limit) {
      refusals++
      span = afterRefusal(span)
    } else {
      blocks += span.blocks
      span = afterAnswer(span)
    }
  }
  return { refusals, blocks, span }
}

test('finds any limit, stays near it and is rarely refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (limit) => {
      const { refusals, blocks } = asked(limit, 400)
      expect(refusals).toBeLessThan(80)
      expect(blocks).toBeGreaterThan(0.4 * limit * (400 - refusals) - 20 * limit)
    }),
  )
})

test('a node without limits is asked for more and more blocks, up to a maximum', () => {
  const { refusals, span } = asked(Number.POSITIVE_INFINITY, 100)
  expect({ refusals, blocks: span.blocks }).toEqual({ refusals: 0, blocks: 1_000_000 })
})

test('recovers when a limit is gone', () => {
  let { span } = asked(100, 50)
  expect(span.blocks).toBeLessThanOrEqual(100)
  for (let i = 0; i < 1_000; i++) span = afterAnswer(span)
  expect(span.blocks).toBeGreaterThan(100_000)
})
