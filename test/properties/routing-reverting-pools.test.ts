/** Anyone can create a pool whose own math reverts: it trades nothing, and all others are quoted as without it. */
import { expect, test } from 'vitest'
import type { Protocol } from '#domain/pools/protocol'
import type { LivePool } from '#domain/pools/snapshot'
import { amount } from '#domain/units'
import { protocol as balancerV2 } from '#protocols/balancer-v2/index'
import { protocol as balancerV3 } from '#protocols/balancer-v3/index'
import { protocol as stableSwap } from '#protocols/stable-swap/index'
import { protocol as syncSwap } from '#protocols/syncswap/index'
import { findRoute } from '#routing/find-route'
import { createRouter } from '#routing/router'
import { poolOf, protocols, requestOf, snapshotOf } from './routing-markets.ts'

const wad = 10n ** 18n
const families = [
  balancerV2 as Protocol<unknown>,
  balancerV3 as Protocol<unknown>,
  stableSwap as Protocol<unknown>,
  syncSwap as Protocol<unknown>,
]
const context = { protocols: new Map([...protocols, ...families.map((one) => [one.kind, one] as const)]) }

/** Balancer's first token has a rate of 10^50, as its own provider may answer; the other pools hold too much. */
const states: Readonly<Record<string, unknown>> = {
  'balancer-v2': {
    tokens: [
      { raw: 100n * wad, scaling: 10n ** 50n },
      { raw: 100n * wad, scaling: wad },
    ],
    curve: { type: 'stable', amplification: 200_000n },
    swapFee: wad / 10_000n,
  },
  'balancer-v3': {
    tokens: [
      { raw: 100n * wad, scaling: 1n, rate: 10n ** 50n },
      { raw: 100n * wad, scaling: 1n, rate: wad },
    ],
    curve: { type: 'stable', amplification: 200_000n },
    swapFee: wad / 10_000n,
    aggregateSwapFee: 0n,
    leastTrade: 1_000_000n,
  },
  'stable-swap': {
    balances: [1n << 128n, wad],
    multipliers: [1n, 1n],
    amplification: 20_000n,
    feeE10: 4_000_000n,
    adminFeeE10: 0n,
  },
  syncswap: { reserves: [(1n << 112n) - 1n, 1n], multipliers: [10n ** 18n, 1n], feesE5: [40n, 40n] },
}

const good = poolOf(1, [0, 1], [1_000n * wad, 1_000n * wad])
const other = poolOf(2, [2, 3], [1_000n * wad, 1_000n * wad])

function revertingPool(protocol: string): LivePool {
  const { pool } = poolOf(3, [0, 1], [])
  return {
    pool: { ...pool, venue: { ...pool.venue, protocol }, facts: { poolId: `0x${'bb'.repeat(32)}` } },
    state: states[protocol],
  }
}

for (const kind of Object.keys(states)) {
  const bad = revertingPool(kind)
  const snapshot = snapshotOf([good, bad, other], 0n)

  test(`${kind}: the pool refuses every trade`, () => {
    for (let digits = 0n; digits < 30n; digits += 1n) {
      const trade = { from: 0, to: 1, amountIn: amount(10n ** digits) }
      expect(context.protocols.get(kind)?.amountOut(bad.state, trade)).toBeUndefined()
    }
  })

  test(`${kind}: its pair is quoted as without it`, () => {
    const outOf = (pools: readonly LivePool[]) =>
      findRoute(context, { snapshot: snapshotOf(pools, 0n), request: requestOf(0, 1, wad) }).route?.amountOut
    expect(outOf([good, bad])).toBe(outOf([good]))
    expect(outOf([bad])).toBeUndefined()
  })

  test(`${kind}: a warm market with it quotes other pairs, and its own as the pool changes`, () => {
    const router = createRouter(context)
    const { wrapped } = requestOf(2, 3, wad)
    router.loadSnapshot(snapshot, wrapped)
    expect(router.find(requestOf(2, 3, wad)).route?.amountOut).toBeGreaterThan(0n)
    router.loadSnapshot(snapshotOf([good, { ...bad, state: structuredClone(bad.state) }, other], 0n), wrapped)
    expect(router.find(requestOf(0, 1, wad)).route?.amountOut).toBeGreaterThan(0n)
  })
}

test('a pool of which any trade reverts in an unforeseen way is left out of routes', () => {
  const { pool } = poolOf(3, [0, 1], [])
  const segments = context.protocols.get('product')?.segments
  const throwing = { ...stableSwap, kind: 'throwing', amountOut: () => amount(-1n), segments } as Protocol<unknown>
  const bad = { pool: { ...pool, venue: { ...pool.venue, protocol: 'throwing' } }, state: good.state }
  const withIt = { protocols: new Map([...context.protocols, ['throwing', throwing]]) }
  const request = requestOf(0, 1, wad)
  expect(findRoute(withIt, { snapshot: snapshotOf([good, bad], 0n), request }).route?.amountOut).toBeGreaterThan(0n)
})
