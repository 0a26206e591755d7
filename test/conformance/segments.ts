/** A pool's segments against its exact answer: near it, and never below it by more than their slack. */
import { expect } from 'vitest'
import type { LiquiditySegments, Protocol } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { leewayOf } from './leeway.ts'

/** One direction of one pool. */
export interface Way {
  readonly state: unknown
  readonly from: number
  readonly to: number
}

interface SampledState {
  readonly out: number
  readonly slack: number
  /** Of floats: a segment's output is the difference of two numbers of this size. */
  readonly noise: number
}

/** Output of the segments for an input; `undefined` if they end before it. */
function sampleState(
  { feeFactor: kept, sqrtPrices: roots, liquidity, slack = [] }: LiquiditySegments,
  sold: number,
): SampledState | undefined {
  let [left, out, max, noise] = [sold * kept, 0, 0, 0]
  for (const [k, depth] of liquidity.entries()) {
    const [begin = 0, end = 0] = roots.slice(k, k + 2)
    const whole = end === 0 ? Number.POSITIVE_INFINITY : depth * (1 / end - 1 / begin)
    const root = left < whole ? 1 / (1 / begin + left / depth) : end
    noise += depth * begin * 1e-15
    out += depth === 0 ? 0 : depth * (begin - root)
    max = Math.max(max, slack[k] ?? 0)
    if (left < whole) return { out, slack: max, noise: noise + 1e-12 * out }
    left -= whole
  }
  return undefined
}

/**
 * @param maxInput up to which the segments have to be close; they are bounds beyond it too
 * @returns false if the pool refuses, or its segments end before this input
 */
export function compareWithSegments(
  protocol: Protocol<unknown>,
  { state, from, to }: Way,
  sold: bigint,
  maxInput?: number,
): boolean {
  const exact = protocol.amountOut(state, { from, to, amountIn: amount(sold) })
  const stretches = protocol.segments?.(state, { from, to, maxInput })
  const seen = stretches && sampleState(stretches, Number(sold))
  if (exact === undefined || seen === undefined) return false
  expect(Number(exact)).toBeLessThanOrEqual(seen.out + seen.slack + seen.noise)
  if (Number(sold) > (maxInput ?? Number.POSITIVE_INFINITY)) return true
  const min = Number(protocol.amountOut(state, { from, to, amountIn: amount(1n) }) ?? 0n)
  const near = (1 + 1e-4) / (1 - leewayOf(protocol.kind).maxFeeSpread(state))
  expect(seen.out).toBeLessThanOrEqual(Number(exact) * near + 20 + 2 * min + seen.slack + seen.noise)
  return true
}
