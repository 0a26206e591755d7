import { expect, test } from 'vitest'
import type { Pool, Protocol } from '#domain/pools/protocol'
import type { Snapshot } from '#domain/pools/snapshot'
import { defaultLimits } from '#domain/quotes/quote'
import { type Address, amount, evm, ppm } from '#domain/units'
import { protocol as pairs } from '#protocols/uniswap-v2/index'
import { protocol as ticked } from '#protocols/uniswap-v3/index'
import { findRoute } from '#routing/find-route'
import { createRouter } from '#routing/router'

const address = (n: number): Address => evm(`0x${n.toString(16).padStart(40, '0')}`)
const [a, b, c] = [address(1), address(2), address(3)]
const whole = 10n ** 18n

const poolOf = (protocol: string, n: number, tokens: readonly Address[], feePpm: number): Pool => ({
  venue: { protocol, name: protocol, title: protocol, factory: address(9), feesPpm: [feePpm] },
  ...{ address: address(n), tokens, feePpm },
})
/** One price, known to a percent on either side: takes some 5,000 of `a`. */
const known = poolOf('uniswap-v3', 11, [a, b], 100)
const knownState = {
  ...{ sqrtPriceX96: 2n ** 96n, tick: 0, liquidity: 1_000_000n * whole, tickSpacing: 1, feePpm: 100 },
  ...{ knownFrom: -100, knownTo: 100, ticks: [] },
}
/** A shallow pair: its price falls by more than the percent. */
const shallow = poolOf('uniswap-v2', 12, [b, c], 3_000)
const shallowState = { reserves: [10_000n * whole, 10_000n * whole] as const, feePpm: 3_000 }
/** Deep and worse, so that any amount has a route. */
const other = poolOf('uniswap-v2', 13, [a, c], 3_000)
const otherState = { reserves: [1_000_000n * whole, 500_000n * whole] as const, feePpm: 3_000 }

const pools = [
  { pool: known, state: knownState },
  { pool: shallow, state: shallowState },
  { pool: other, state: otherState },
]
const protocols = new Map<string, Protocol<never>>([
  ['uniswap-v2', pairs as Protocol<never>],
  ['uniswap-v3', ticked as Protocol<never>],
]) as never
const request = { tokenIn: a, tokenOut: c, wrapped: a, slippage: ppm(0), ...defaultLimits }
const snapshotOf = (live: unknown) =>
  ({
    ...{ network: 'x', chainId: 1, block: { number: 1, hash: '0x', time: 1 }, gasPrice: 0n },
    pools: live,
  }) as unknown as Snapshot

function findNarrow(sold: bigint): readonly Pool[] {
  const asked = { snapshot: snapshotOf(pools), request: { ...request, amountIn: amount(sold) } }
  const { narrow, route } = findRoute({ protocols }, asked)
  expect(route?.legs.some(({ pool }) => pool === known)).toBe(true)
  return narrow
}

test('a pool is not too narrow if the traded amount cannot fill what is known of it', () => {
  expect(findNarrow(1_000n * whole)).toEqual([])
  expect(findNarrow(4_900n * whole)).toEqual([])
})

test('a pool is too narrow if the amount may pass the edge at a price that still pays', () => {
  expect(findNarrow(5_100n * whole)).toEqual([known])
})

test('who can read wider is told so before any proof, and the wider market is searched as if it were the first', () => {
  const proofs: string[] = []
  const context = { protocols, onProof: () => proofs.push('begun') }
  const asked = { ...request, amountIn: amount(5_100n * whole) }
  const router = createRouter(context)
  const first = findRoute(context, { snapshot: snapshotOf(pools), request: { ...asked, canWiden: true } }, router)
  expect([first.route, first.narrow, proofs]).toEqual([undefined, [known], []])
  const wider = [{ pool: known, state: { ...knownState, knownFrom: -887_272, knownTo: 887_272 } }, ...pools.slice(1)]
  const again = findRoute(context, { snapshot: snapshotOf(wider), request: asked }, router)
  const anew = findRoute({ protocols }, { snapshot: snapshotOf(wider), request: asked })
  expect(again.narrow).toEqual([])
  expect(again.route?.amountOut).toBeGreaterThan(0n)
  expect(again.route).toEqual(anew.route)
  const enough = { ...asked, amountIn: amount(4_900n * whole), canWiden: true }
  const kept = findRoute(context, { snapshot: snapshotOf(pools), request: enough })
  expect(kept.route?.optimality).toBeDefined()
})

test('a pool whose second reading names other tokens is searched by these alone', () => {
  const context = { protocols }
  const asked = { ...request, amountIn: amount(5_100n * whole) }
  const router = createRouter(context)
  findRoute(context, { snapshot: snapshotOf(pools), request: { ...asked, canWiden: true } }, router)
  const turned = { pool: poolOf('uniswap-v2', 13, [c, a], 3_000), state: { ...otherState } }
  const now = [...pools.slice(0, 2), turned]
  const again = findRoute(context, { snapshot: snapshotOf(now), request: asked }, router)
  const anew = findRoute(context, { snapshot: snapshotOf(now), request: asked })
  expect(again.route).toEqual(anew.route)
})
