/** What the search sees of a pool against its exact answers: near them, and never below them by more than it says. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Protocol, Stretches } from '#domain/protocol'
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
import { movedAtMost } from '../leeway.ts'
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

interface Given {
  readonly out: number
  readonly slack: number
  /** Of floats: a stretch's output is the difference of two numbers of its size. */
  readonly noise: number
}

/** What the stretches give for an input; nothing where they end before. */
function given({ kept, roots, liquidity, slack = [] }: Stretches, sold: number): Given | undefined {
  let [left, out, most, noise] = [sold * kept, 0, 0, 0]
  for (const [k, depth] of liquidity.entries()) {
    const [begin = 0, end = 0] = roots.slice(k, k + 2)
    const whole = end === 0 ? Number.POSITIVE_INFINITY : depth * (1 / end - 1 / begin)
    const root = left < whole ? 1 / (1 / begin + left / depth) : end
    noise += depth * begin * 1e-15
    out += depth === 0 ? 0 : depth * (begin - root)
    most = Math.max(most, slack[k] ?? 0)
    if (left < whole) return { out, slack: most, noise: noise + 1e-12 * out }
    left -= whole
  }
  return undefined
}

/** A pool over another one, and so much of a token that fees below take all of what they may: found with seed -233811598. */
const drained = { holds: 6_965_323_107_054_458_112n, sold: 24_319_193_010_194_194_631_692_125_396_301n }
const isDrained = (state: unknown): boolean =>
  (state as { balances?: readonly bigint[] }).balances?.[0] === drained.holds

describe.each(protocols.map((protocol) => [protocol.kind, protocol] as const))('%s', (kind, protocol) => {
  const ways = readVectors(kind).cases.flatMap(({ state, trades }) => trades.map(([from, to]) => ({ state, from, to })))

  test('is no more than it says above the stretches, and they are near', () => {
    let compared = 0
    fc.assert(
      fc.property(fc.constantFrom(...ways), anySize(110), ({ state, from, to }, sold) => {
        const exact = protocol.amountOut(state, { from, to, amountIn: amount(sold) })
        const stretches = protocol.stretches?.(state, { from, to })
        const seen = stretches && given(stretches, Number(sold))
        if (exact === undefined || seen === undefined) return
        compared += 1
        expect(Number(exact)).toBeLessThanOrEqual(seen.out + seen.slack + seen.noise)
        const least = Number(protocol.amountOut(state, { from, to, amountIn: amount(1n) }) ?? 0n)
        const near = (1 + 1e-4) / (1 - movedAtMost(kind, state))
        expect(seen.out).toBeLessThanOrEqual(Number(exact) * near + 20 + 2 * least + seen.slack + seen.noise)
      }),
      { numRuns: 3_000, examples: ways.filter(({ state }) => isDrained(state)).map((way) => [way, drained.sold]) },
    )
    expect(compared).toBeGreaterThan(300)
  }, 60_000)
})
