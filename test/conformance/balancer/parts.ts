/** Parts of random pools of either vault. */
import fc from 'fast-check'
import type { Trade } from '#domain/pools/protocol'
import type { Amount } from '#domain/units'

const wad = 10n ** 18n

/** Some common weights and some rare ones, summing to 1. */
export const anyWeights: fc.Arbitrary<readonly bigint[]> = fc
  .oneof(
    fc.constantFrom([50n, 50n], [80n, 20n], [20n, 80n], [33n, 67n], [1n, 99n], [25n, 25n, 50n], [10n, 20n, 30n, 40n]),
    fc.array(fc.bigInt({ min: 1_000n, max: 9_000n }), { minLength: 2, maxLength: 8 }),
  )
  .map((parts) => {
    const sum = parts.reduce((all, part) => all + part, 0n)
    const [, ...others] = parts.map((part) => (part * wad) / sum)
    return [others.reduce((left, weight) => left - weight, wad), ...others]
  })

/** None, or one that has changed a little since the pool was filled. */
export const anyRate: fc.Arbitrary<readonly [rate: bigint, laterRate: bigint]> = fc.oneof(
  fc.constant([0n, 0n] as const),
  fc
    .tuple(fc.bigInt({ min: wad / 2n, max: 3n * wad }), fc.bigInt({ min: 980n, max: 1_050n }))
    .map(([rate, permille]) => [rate, (rate * permille) / 1_000n] as const),
)

/** Up to 10 %, in the units of 10^11 that v3 stores. */
export const anyFee: fc.Arbitrary<bigint> = fc
  .oneof(fc.bigInt({ min: 100n, max: 10_000n }), fc.bigInt({ min: 100n, max: 1_000_000n }))
  .map((fee) => fee * 10n ** 11n)

/** From 18 decimals to a token's own. */
export const balanceOf = (worth: bigint | undefined, decimals: number): bigint =>
  (worth ?? wad) / 10n ** BigInt(18 - decimals) + 2n

interface PoolView {
  readonly tokens: readonly { readonly raw: bigint }[]
  readonly curve: { readonly type: string }
}

/**
 * Between any two tokens: up to twice the pool's balance, all sizes equally likely; or an amount within two units of a
 * limit.
 */
export const anyPlan: fc.Arbitrary<(state: PoolView) => Trade> = fc
  .tuple(
    fc.nat(),
    fc.nat(),
    fc.bigInt({ min: 0n, max: 1n << 128n }),
    fc.integer({ min: 0, max: 130 }),
    fc.bigInt(-2n, 2n),
  )
  .map(([a, b, n, bits, beside]) => ({ tokens, curve }) => {
    const from = a % tokens.length
    const to = (from + 1 + (b % (tokens.length - 1))) % tokens.length
    const held = tokens[from]?.raw ?? 0n
    const isAtLimit = bits > 120 && curve.type === 'weighted'
    const amountIn = isAtLimit ? (held * 3n) / 10n + beside : n >> BigInt(128 - (bits % (held.toString(2).length + 2)))
    return { from, to, amountIn: (amountIn < 1n ? 1n : amountIn) as Amount }
  })
