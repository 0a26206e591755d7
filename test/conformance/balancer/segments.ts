/** Segments of either vault's pools: their form, and how near they are to the exact answer. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiquiditySegments, Protocol, Trade } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { readCases } from '../vectors.ts'

/** Output of the segments for an input, and by how much the pool may exceed it there; flat beyond their end. */
function evaluateSegments(
  { feeFactor: kept, sqrtPrices: roots, liquidity, slack = [] }: LiquiditySegments,
  x: number,
): { y: number; slack: number } | undefined {
  let [left, y] = [x * kept, 0]
  for (const [i, depth] of liquidity.entries()) {
    const [begin, end] = [roots[i] as number, roots[i + 1] as number]
    const takes = depth * (1 / end - 1 / begin)
    if (left <= takes && depth > 0) {
      const w = 1 / (1 / begin + left / depth)
      return { y: y + depth * (begin - w), slack: slack[i] ?? 0 }
    }
    left -= takes
    y += depth * (begin - end)
  }
  return undefined
}

/** Declares the tests of a family. */
export function describeSegments(protocol: Protocol<unknown>): void {
  const states = readCases(protocol.kind).map(({ state }) => state)
  const stretchesOf = (state: unknown, way: Pick<Trade, 'from' | 'to'>): LiquiditySegments => {
    const stretches = protocol.segments?.(state, way)
    if (stretches === undefined) throw new Error('it has no closed form')
    return stretches
  }
  const directions = states.flatMap((state) => [
    { state, from: 0, to: 1 },
    { state, from: 1, to: 0 },
  ])

  test('prices fall, and every segment has liquidity or is a gap', () => {
    for (const { state, ...way } of directions) {
      const { sqrtPrices: roots, liquidity, gas, slack } = stretchesOf(state, way)
      expect(roots.every((root, i) => root > 0 && (i === 0 || root <= (roots[i - 1] as number)))).toBe(true)
      expect(liquidity.every((depth) => depth >= 0 && Number.isFinite(depth))).toBe(true)
      expect([gas.length, slack?.length]).toEqual([liquidity.length, liquidity.length])
      expect(liquidity.length).toBeLessThan(1_100)
    }
  })

  test('the pool never gives more than its segments plus slack, and hardly less', () => {
    let compared = 0
    const part = fc.integer({ min: 1, max: 999_999 }).map((n) => n / 1_000_000)
    fc.assert(
      fc.property(
        fc.constantFrom(...directions),
        part,
        fc.integer({ min: 0, max: 40 }),
        ({ state, ...way }, u, halvings) => {
          const stretches = stretchesOf(state, way)
          const takes = stretches.liquidity.reduce(
            (sum, depth, i) =>
              sum + depth * (1 / (stretches.sqrtPrices[i + 1] as number) - 1 / (stretches.sqrtPrices[i] as number)),
            0,
          )
          const x = Math.floor(((takes / stretches.feeFactor) * u) / 2 ** halvings)
          if (x < 1) return
          const exact = protocol.amountOut(state, { ...way, amountIn: amount(BigInt(x)) })
          const ours = evaluateSegments(stretches, x)
          if (exact === undefined || ours === undefined) return
          compared += 1
          expect(Number(exact)).toBeLessThanOrEqual(ours.y * (1 + 1e-12) + ours.slack)
          // Roundings may lose one unit of each token, one of the fee and one of the vault.
          const units = 2 + (4 * ours.y) / x + Number(exact) * 1e-5 + ours.slack * 2
          expect(ours.y - Number(exact)).toBeLessThanOrEqual(units)
        },
      ),
      { numRuns: 3_000 },
    )
    expect(compared).toBeGreaterThan(1_000)
  })
}
