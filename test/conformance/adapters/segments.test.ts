/** A pool's segments against its exact answers: near them, and never below them by more than their slack. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LiquiditySegments, Protocol } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { protocol as crypto } from '#protocols/curve-crypto/index'
import { protocol as curve } from '#protocols/curve-stable/index'
import { protocol as dodo } from '#protocols/dodo-v2/index'
import { protocol as vaults } from '#protocols/erc4626/index'
import { protocol as fluid } from '#protocols/fluid-dex/index'
import { protocol as lido } from '#protocols/lido/index'
import { protocol as bins } from '#protocols/liquidity-book/index'
import { protocol as mavericks } from '#protocols/maverick-v2/index'
import { protocol as modules } from '#protocols/psm/index'
import { protocol as solidly } from '#protocols/solidly-v2/index'
import { protocol as stableSwaps } from '#protocols/stable-swap/index'
import { protocol as syncSwaps } from '#protocols/syncswap/index'
import { maxFeeSpread } from '../leeway.ts'
import { anySize } from '../sizes.ts'
import { readVectors } from '../vectors.ts'

const protocols = [
  crypto,
  curve,
  dodo,
  bins,
  vaults,
  fluid,
  lido,
  mavericks,
  modules,
  solidly,
  stableSwaps,
  syncSwaps,
] as readonly Protocol<unknown>[]

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

/** A metapool, and an input so large that base fees take all they can: found with seed -233811598. */
const drained = { holds: 6_965_323_107_054_458_112n, sold: 24_319_193_010_194_194_631_692_125_396_301n }
const isDrained = (state: unknown): boolean =>
  (state as { balances?: readonly bigint[] }).balances?.[0] === drained.holds

describe.each(protocols.map((protocol) => [protocol.kind, protocol] as const))('%s', (kind, protocol) => {
  const ways = readVectors(kind).cases.flatMap(({ state, trades }) => trades.map(([from, to]) => ({ state, from, to })))

  test('exceeds the segments by at most their slack, and they are close', () => {
    let compared = 0
    fc.assert(
      fc.property(fc.constantFrom(...ways), anySize(110), ({ state, from, to }, sold) => {
        const exact = protocol.amountOut(state, { from, to, amountIn: amount(sold) })
        const stretches = protocol.segments?.(state, { from, to })
        const seen = stretches && sampleState(stretches, Number(sold))
        if (exact === undefined || seen === undefined) return
        compared += 1
        expect(Number(exact)).toBeLessThanOrEqual(seen.out + seen.slack + seen.noise)
        const min = Number(protocol.amountOut(state, { from, to, amountIn: amount(1n) }) ?? 0n)
        const near = (1 + 1e-4) / (1 - maxFeeSpread(kind, state))
        expect(seen.out).toBeLessThanOrEqual(Number(exact) * near + 20 + 2 * min + seen.slack + seen.noise)
      }),
      { numRuns: 3_000, examples: ways.filter(({ state }) => isDrained(state)).map((way) => [way, drained.sold]) },
    )
    expect(compared).toBeGreaterThan(300)
  }, 60_000)
})
