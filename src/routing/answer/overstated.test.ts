import { expect, test } from 'vitest'
import type { Protocol } from '#domain/pools/protocol'
import type { LivePool } from '#domain/pools/snapshot'
import { amount } from '#domain/units'
import { findRoute } from '#routing/find-route'
import { poolOf, protocols, requestOf, snapshotOf } from '#test/properties/routing-markets'

const whole = 10n ** 18n
const product = protocols.get('product') as Protocol<unknown>
/** Pools whose curves are those of a product, whatever they give. */
const coarse: Protocol<unknown> = {
  ...product,
  kind: 'coarse',
  amountOut: (state, trade) => {
    const out = (product.amountOut(state, trade) ?? 0n) / whole
    return out === 0n ? undefined : amount(out * whole)
  },
}
const refusing: Protocol<unknown> = { ...product, kind: 'refusing', amountOut: () => undefined }
const context = { protocols: new Map([...protocols, ['coarse', coarse], ['refusing', refusing]]) }

const as = ({ pool, state }: LivePool, protocol: string): LivePool => ({
  pool: { ...pool, venue: { ...pool.venue, protocol } },
  state,
})
const outOf = (pools: readonly LivePool[], sold: bigint): bigint =>
  findRoute(context, { snapshot: snapshotOf(pools, 0n), request: requestOf(0, 1, sold) }).route?.amountOut ?? 0n

const good = [1, 2, 3, 4].map((n) => poolOf(n, [0, 1], [1_000n * whole, 1_000n * whole]))
const better = (n: number) => poolOf(n, [0, 1], [1_000n * whole, 1_300n * whole])

test.each([1n, 2n, 3n, 5n, 10n])('a pool that gives whole tokens only makes a route of %i no worse', (tokens) => {
  expect(outOf([...good, as(better(5), 'coarse')], tokens * whole)).toBeGreaterThanOrEqual(outOf(good, tokens * whole))
})

test.each([1, 3, 12])('%i pools that refuse every trade leave the route as it is without them', (count) => {
  const bad = Array.from({ length: count }, (_, i) => as(better(5 + i), 'refusing'))
  expect(outOf([...good, ...bad], 50n * whole)).toBe(outOf(good, 50n * whole))
})

test('pools that refuse every trade are left out of paths over other tokens, too', () => {
  const ways = [2, 3].flatMap((middle) => [
    poolOf(10 + middle, [0, middle], [1_000n * whole, 1_000n * whole]),
    poolOf(20 + middle, [middle, 1], [1_000n * whole, 1_000n * whole]),
  ])
  const bad = as(poolOf(30, [2, 1], [1_000n * whole, 1_300n * whole]), 'refusing')
  expect(outOf([...ways, bad], 100n * whole)).toBe(outOf(ways, 100n * whole))
})

/** Deep pools, each with a price two percent better than the one before: a trade would go into the best one alone. */
const layers = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    as(poolOf(10 + i, [0, 1], [1_000_000n * whole, 10_000n * whole * BigInt(102 + 2 * i)]), 'refusing'),
  )

test.each([1, 6, 7, 12, 40])('%i such pools, each better than the last, do not, either', (count) => {
  expect(outOf([...good, ...layers(count)], 1_000n * whole)).toBe(outOf(good, 1_000n * whole))
})
