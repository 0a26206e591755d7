import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount } from '#domain/units'
import { protocol } from './index.ts'

const reserve = fc.oneof(fc.bigInt(0n, 1_000n), fc.bigInt(0n, (1n << 112n) - 1n))

test('gives nearly what the exact formula does, and refuses what it refuses', () => {
  fc.assert(
    fc.property(
      fc.tuple(reserve, reserve),
      fc.double({ min: 0, max: 33, noNaN: true }),
      fc.constantFrom(100, 3_000, 10_000),
      fc.integer({ min: 0, max: 1 }),
      (reserves, e, feePpm, from) => {
        const [state, amountIn, way] = [{ reserves, feePpm }, Math.floor(10 ** e), { from, to: 1 - from }]
        const exact = protocol.amountOut(state, { ...way, amountIn: amount(BigInt(amountIn)) })
        const near = protocol.curve?.(state, way).give(amountIn)
        expect(Math.abs(Number(exact ?? 0n) - (near ?? 0))).toBeLessThanOrEqual(1 + Number(exact ?? 0n) * 1e-14)
      },
    ),
    { numRuns: 1_000 },
  )
})
