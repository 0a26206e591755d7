import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount } from '#domain/units'
import { sqrtPriceAtTick, tickAtSqrtPrice } from '#math/tick'
import { protocol } from './index.ts'
import type { State } from './state.ts'

const spacing = 60

/** Positions of 10^15 to 10^25 around the price, all that is known ten words of the bitmap. */
const anyState: fc.Arbitrary<State> = fc
  .record({
    price: fc.double({ min: -4_000, max: 4_000, noNaN: true }),
    feePpm: fc.constantFrom(0, 100, 500, 3_000, 10_000),
    positions: fc.array(
      fc.record({
        from: fc.integer({ min: -1_000, max: 1_000 }),
        width: fc.integer({ min: 1, max: 200 }),
        size: fc.double({ min: 15, max: 25, noNaN: true }),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .map(({ price, feePpm, positions }) => {
    const sqrtPriceX96 = sqrtPriceAtTick(Math.floor(price)) + BigInt(Math.round((price % 1) ** 2 * 1e9))
    const tick = tickAtSqrtPrice(sqrtPriceX96)
    const net = new Map<number, bigint>()
    for (const { from, width, size } of positions) {
      const liquidity = BigInt(Math.round(10 ** size))
      for (const [at, more] of [[from, liquidity] as const, [from + width, -liquidity] as const])
        net.set(at * spacing, (net.get(at * spacing) ?? 0n) + more)
    }
    const ticks = [...net].filter(([, more]) => more !== 0n).toSorted(([a], [b]) => a - b)
    const liquidity = ticks.reduce((sum, [at, more]) => (at <= tick ? sum + more : sum), 0n)
    return { sqrtPriceX96, tick, liquidity, tickSpacing: spacing, feePpm, ticks, knownFrom: -76_800, knownTo: 76_799 }
  })

test('gives and costs nearly what the exact swap does, and refuses what it refuses', () => {
  let compared = 0
  fc.assert(
    fc.property(
      anyState,
      fc.double({ min: 6, max: 26, noNaN: true }),
      fc.integer({ min: 0, max: 1 }),
      (state, e, from) => {
        const amountIn = Math.floor(10 ** e)
        const way = { from, to: 1 - from }
        const trade = { ...way, amountIn: amount(BigInt(amountIn)) }
        const curve = protocol.curve?.(state, way)
        const [exact, near] = [Number(protocol.amountOut(state, trade) ?? 0n), curve?.give(amountIn) ?? 0]
        if (exact === 0 || near === 0) {
          expect(exact + near).toBeLessThan(1_000)
          return
        }
        compared += 1
        expect(Math.abs(near - exact)).toBeLessThanOrEqual(100 + exact * 1e-10)
        expect(curve?.gas(amountIn)).toBe(Number(protocol.gas(state, trade)))
      },
    ),
    { numRuns: 1_000 },
  )
  expect(compared).toBeGreaterThan(200)
})
