/** The generated market itself: every family is in it, its pools trade near their prices, and routes over it are exact. */
import { beforeAll, expect, test } from 'vitest'
import type { Protocol, Protocols } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { all } from '#protocols/all.gen'
import { evaluateLegs } from '#routing/answer/evaluate-legs'
import { findRoute } from '#routing/find-route'
import { parse } from '../conformance/vectors.ts'
import { type GeneratedMarket, generateMarket } from './market.ts'
import { type GeneratedToken, toUnits } from './tokens.ts'

const seed = 20_261_124
const protocols: Protocols = new Map(all.map((protocol) => [protocol.kind, protocol as Protocol<unknown>]))
let market: GeneratedMarket
let tokens: ReadonlyMap<string, GeneratedToken>

beforeAll(() => {
  market = generateMarket(seed, { pools: 5_000, tokens: 60 })
  tokens = new Map(market.tokens.all.map((token) => [token.address, token]))
})

const getToken = (address: string | undefined): GeneratedToken => {
  const token = tokens.get(address ?? '')
  if (token === undefined) throw new Error(`no token ${address}`)
  return token
}

test('has 5,000 pools of every family over 60 tokens, the same for the same seed', () => {
  const { pools } = market.snapshot
  expect([pools.length, market.tokens.all.length]).toEqual([5_000, 60])
  expect(new Set(pools.map(({ pool }) => pool.address)).size).toBe(5_000)
  expect(new Set(pools.map(({ pool }) => pool.venue.protocol))).toEqual(new Set(all.map(({ kind }) => kind)))
  const again = generateMarket(seed, { pools: 500, tokens: 60 })
  expect(again.snapshot.pools).toEqual(generateMarket(seed, { pools: 500, tokens: 60 }).snapshot.pools)
  expect(again.snapshot.pools).not.toEqual(generateMarket(seed + 1, { pools: 500, tokens: 60 }).snapshot.pools)
})

test('states are plain data, and pools trade a dollar within 1.5 % of its worth', () => {
  const off = new Map<string, number>()
  for (const { pool, state } of market.snapshot.pools) {
    const text = JSON.stringify(state, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
    expect(parse(text)).toEqual(state)
    const kind = pool.venue.protocol
    // of a metapool the own token and the first of the pool below it
    const to = kind === 'curve-stable' && pool.base !== undefined ? 2 : 1
    const [sold, bought] = [getToken(pool.tokens[0]), getToken(pool.tokens[to])]
    const out = protocols.get(kind)?.amountOut(state, { from: 0, to, amountIn: amount(toUnits(sold, 1)) })
    expect(out, `${kind} ${pool.address}`).toBeGreaterThan(0n)
    const ratio = Number(out) / Number(toUnits(bought, 1))
    if (toUnits(bought, 1) > 10_000n) off.set(kind, Math.max(off.get(kind) ?? 0, Math.abs(ratio - 1)))
  }
  for (const [kind, most] of off) expect(most, kind).toBeLessThan(0.015)
  expect(off.size).toBe(all.length)
})

test('a route over it is exact, and within its bound', () => {
  const proven = new Map([...protocols].filter(([, { proof }]) => proof.proven))
  const { snapshot, wrapped } = market
  const pools = snapshot.pools.filter(({ pool }) => proven.has(pool.venue.protocol))
  const [weth, usdc] = market.tokens.hubs
  if (weth === undefined || usdc === undefined) throw new Error('no hubs')
  const trade = { tokenIn: weth.address, tokenOut: usdc.address, amountIn: amount(10n * 10n ** 18n) }
  const request = { ...trade, wrapped, maxHops: 4, maxSplits: 20, maxLegs: 24 }
  const { route } = findRoute({ protocols: proven }, { snapshot: { ...snapshot, pools }, request })
  if (route === undefined) throw new Error('no route')
  const exact = evaluateLegs({ protocols: proven }, pools, { ...trade, legs: route.legs })
  expect(exact).toMatchObject({ amountOut: route.amountOut, gas: route.gas })
  expect(route.amountOut).toBeGreaterThan(24_900n * 10n ** 6n)
  const net = route.amountOut - (route.gasInTokenOut ?? 0n)
  expect(route.optimality?.upperBound).toBeGreaterThanOrEqual(net)
})
