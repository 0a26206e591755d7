/**
 * Balancer pools of which every trade is refused, because of a rate that anyone can choose: they have no segments, and
 * the route is the one without them.
 */
import { describe, expect, test } from 'vitest'
import type { Protocol } from '#domain/pools/protocol'
import type { LivePool } from '#domain/pools/snapshot'
import { amount } from '#domain/units'
import { protocol as balancerV2 } from '#protocols/balancer-v2/index'
import { protocol as balancerV3 } from '#protocols/balancer-v3/index'
import type { BalancerV3State } from '#protocols/balancer-v3/state'
import { findRoute } from '#routing/find-route'
import { poolOf, protocols, requestOf, snapshotOf } from './routing-markets.ts'

const wad = 10n ** 18n
const context = {
  protocols: new Map([
    ...protocols,
    ['balancer-v2', balancerV2 as Protocol<unknown>] as const,
    ['balancer-v3', balancerV3 as Protocol<unknown>] as const,
  ]),
}

const token = (raw: bigint, rate = wad) => ({ raw, scaling: 1n, rate })
const vault = { swapFee: wad / 10_000n, aggregateSwapFee: 0n, leastTrade: 1_000_000n }
const weighted = (in_: bigint, min?: bigint): BalancerV3State['curve'] => ({
  type: 'weighted',
  weights: [in_, wad - in_],
  leastBalances: min === undefined ? undefined : [min, min],
})
const stable: BalancerV3State['curve'] = { type: 'stable', amplification: 200_000n }

const tenth = wad / 10n
const states: readonly (readonly [string, string, unknown])[] = [
  [
    'equal weights, rates of one unit',
    'balancer-v3',
    { tokens: [token(tenth, 1n), token(3n * tenth, 1n)], curve: weighted(wad / 2n), ...vault },
  ],
  [
    'other weights, rates of one unit',
    'balancer-v3',
    { tokens: [token(tenth, 1n), token(3n * tenth, 1n)], curve: weighted(wad / 5n), ...vault },
  ],
  [
    'a rate so low that no input is large enough',
    'balancer-v3',
    { tokens: [token(tenth, 3n * 10n ** 7n), token(3n * tenth)], curve: weighted(wad / 2n), ...vault },
  ],
  [
    'a rate so low that no output is large enough',
    'balancer-v3',
    { tokens: [token(tenth), token(3n * tenth, 10n ** 7n)], curve: weighted(wad / 2n), ...vault },
  ],
  [
    'a rate by which the pool has less than its minimum',
    'balancer-v3',
    { tokens: [token(tenth, 10n ** 9n), token(3n * tenth)], curve: weighted(wad / 2n, 10n ** 9n), ...vault },
  ],
  [
    'a rate by which a balance cannot be stored',
    'balancer-v3',
    { tokens: [token(tenth, 10n ** 40n), token(3n * tenth)], curve: weighted(wad / 2n), ...vault },
  ],
  [
    'a rate by which a balance of the output token cannot be stored',
    'balancer-v3',
    { tokens: [token(tenth), token(3n * tenth, 10n ** 40n)], curve: weighted(wad / 2n), ...vault },
  ],
  [
    'a third token whose balance cannot be stored',
    'balancer-v3',
    {
      tokens: [token(tenth), token(3n * tenth), token(tenth, 10n ** 40n)],
      curve: { ...weighted(wad / 4n), weights: [wad / 4n, wad / 4n, wad / 2n] },
      ...vault,
    },
  ],
  [
    'a stable pool with rates of nearly zero',
    'balancer-v3',
    { tokens: [token(tenth, 10n ** 6n), token(tenth, 10n ** 6n)], curve: stable, ...vault },
  ],
  [
    'a stable pool with rates of nearly zero',
    'balancer-v2',
    {
      tokens: [
        { raw: tenth, scaling: 10n },
        { raw: tenth, scaling: 10n },
      ],
      curve: stable,
      swapFee: vault.swapFee,
    },
  ],
]

describe.each(states)('%s (%s)', (_, kind, state) => {
  const protocol = context.protocols.get(kind) as Protocol<unknown>
  const tokens = (state as BalancerV3State).tokens.map((_token, i) => i)
  const pool = poolOf(5, tokens, []).pool
  const facts = { poolId: `0x${'bb'.repeat(32)}` }
  const refusing: LivePool = { pool: { ...pool, venue: { ...pool.venue, protocol: kind }, facts }, state }

  test('it refuses every trade, and has no segments', () => {
    for (let bits = 0n; bits < 120n; bits += 1n)
      for (const amountIn of [1n << bits, 3n << bits])
        expect(protocol.amountOut(state, { from: 0, to: 1, amountIn: amount(amountIn) })).toBeUndefined()
    expect(protocol.segments?.(state, { from: 0, to: 1 }).liquidity).toEqual([])
  })

  test('the route is the one without it', () => {
    const good = [1, 2, 3, 4].map((n) => poolOf(n, [0, 1], [100n * wad, 100n * wad]))
    const outOf = (pools: readonly LivePool[]) =>
      findRoute(context, { snapshot: snapshotOf(pools, 0n), request: requestOf(0, 1, 50n * wad) }).route?.amountOut
    expect(outOf([...good, refusing])).toBe(outOf(good))
  })
})

test('a pool that is just large enough for a trade has segments', () => {
  const state = {
    tokens: [token(tenth, 4n * 10n ** 7n), token(3n * tenth, 4n * 10n ** 7n)],
    curve: weighted(wad / 2n),
    ...vault,
  }
  const trade = { from: 0, to: 1, amountIn: amount((tenth * 29n) / 100n) }
  expect(balancerV3.amountOut(state, trade)).toBeGreaterThan(0n)
  expect(balancerV3.segments?.(state, trade).liquidity).toHaveLength(1)
})
