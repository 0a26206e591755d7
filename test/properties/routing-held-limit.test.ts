/** The router spends less than 2^128 of what it holds between two hops: no route may need more. */
import { expect, test } from 'vitest'
import type { TickState } from '#amm/ticks/state'
import type { Pool, Protocol, Trade } from '#domain/pools/protocol'
import type { LivePool } from '#domain/pools/snapshot'
import { wholeShare } from '#domain/quotes/route'
import { amount, gas } from '#domain/units'
import { sqrtPriceAtTick } from '#math/ticks/tick'
import { protocol as uniswapV3 } from '#protocols/uniswap-v3/index'
import { evaluate } from '#routing/answer/evaluate'
import { findRoute } from '#routing/find-route'
import { createPoolGraph } from '#routing/index/pool-graph'
import { poolOf, protocols, requestOf, snapshotOf } from './routing-markets.ts'

/** Token 0 for as many units of token 1 as `rate`, and back, up to `max` units of token 0. */
interface LinearState {
  readonly rate: bigint
  readonly max: bigint
}

const linear: Protocol<LinearState> = {
  ...(protocols.get('toy') as unknown as Protocol<LinearState>),
  kind: 'linear',
  amountOut({ rate, max }: LinearState, { from, amountIn }: Trade) {
    const [sold, out] = from === 0 ? [amountIn, amountIn * rate] : [amountIn / rate, amountIn / rate]
    return sold > max || out === 0n ? undefined : amount(out)
  },
  stateAfter: (state) => state,
  gas: () => gas(60_000n),
  isOutOfRange: () => false,
}
const context = {
  protocols: new Map([
    ...protocols,
    ['linear', linear as Protocol<unknown>] as const,
    ['uniswap-v3', uniswapV3 as Protocol<unknown>] as const,
  ]),
}

function linearPool(n: number, tokens: readonly number[], rate: bigint): LivePool {
  const { pool } = poolOf(n, tokens, [])
  const own: Pool = { ...pool, venue: { ...pool.venue, protocol: 'linear' } }
  return { pool: own, state: { rate, max: 1n << 112n } satisfies LinearState }
}

const rate = 1n << 64n
/** Token 2 has 2^64 units where tokens 0 and 1 have one. */
const through = [linearPool(1, [0, 2], rate), linearPool(2, [1, 2], rate)]

test.each([
  [(1n << 64n) - 1n, (1n << 64n) - 1n],
  [1n << 64n, undefined],
])('an intermediate balance of %d · 2^64', (sold, expected) => {
  const { edges } = createPoolGraph(context, through)
  const planned = [
    [0, 0],
    [1, 1],
  ].map(([pool, from]) => {
    const edge = edges.find((one) => one.live === through[pool ?? 0] && one.from === from)
    if (edge === undefined) throw new Error('there is no such edge')
    return { edge, share32: wholeShare }
  })
  const { tokenIn, tokenOut } = requestOf(0, 1, sold)
  expect(evaluate(planned, { tokenIn, tokenOut, amountIn: amount(sold) })?.amountOut).toBe(expected)
})

test('the sold and the bought amount are not held, whatever they are', () => {
  const { edges } = createPoolGraph(context, through)
  const [sale, purchase] = [0, 1].map((from) => edges.find((one) => one.from === from))
  const huge = amount(1n << 130n)
  for (const [edge, request] of [
    [sale, requestOf(0, 2, huge / rate)],
    [purchase, requestOf(2, 0, huge)],
  ] as const) {
    if (edge === undefined) throw new Error('there is no such edge')
    expect(evaluate([{ edge, share32: wholeShare }], request)?.amountOut).toBeGreaterThan(0n)
  }
})

/** A position over all ticks at a price of 10^18, so that token 1 has 18 decimals more than token 0. */
function tickPool(n: number, tokens: readonly number[]): LivePool {
  const { pool } = poolOf(n, tokens, [])
  const [tick, liquidity] = [414_486, 10n ** 32n]
  const state: TickState = {
    sqrtPriceX96: sqrtPriceAtTick(tick),
    ...{ tick, liquidity, tickSpacing: 60, feePpm: 3_000 },
    ticks: [
      [-887_220, liquidity],
      [887_220, -liquidity],
    ],
    ...{ knownFrom: -887_272, knownTo: 887_272 },
  }
  return { pool: { ...pool, venue: { ...pool.venue, protocol: 'uniswap-v3' } }, state }
}

test('a market whose best path would hold too much has a route by another one', () => {
  const wad = 10n ** 18n
  const direct = poolOf(3, [0, 1], [100_000n * wad, 100_000n * wad])
  const snapshot = snapshotOf([tickPool(1, [0, 2]), tickPool(2, [1, 2]), direct], 0n)
  const { route } = findRoute(context, { snapshot, request: requestOf(0, 1, 4_000n * wad) })
  expect(route?.amountOut).toBeGreaterThan(3_800n * wad)
  const held = route?.legs.filter(({ tokenIn }) => tokenIn !== route.tokenIn) ?? []
  expect(held.filter(({ amountIn }) => amountIn >= 1n << 128n)).toEqual([])
})
