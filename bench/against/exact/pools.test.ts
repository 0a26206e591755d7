import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Protocol } from '../../../src/domain/pools/protocol.ts'
import { amount } from '../../../src/domain/units.ts'
import { protocol as pairs } from '../../../src/protocols/uniswap-v2/index.ts'
import { protocol as ticked } from '../../../src/protocols/uniswap-v3/index.ts'
import { openDraws } from '../generate/draws.mjs'
import { drawPool } from '../generate/pool.mjs'
import type { Pool, TickedPool } from '../shapes.mts'
import { openPools } from './pools.mjs'

const seed = Number(process.env['SWAPLINE_SEED'])
const units = (max: bigint) => fc.oneof(fc.bigInt(1n, 10_000n), fc.bigInt(1n, max))
/** Two swaps, the second on the state left by the first. */
const swaps = fc.tuple(fc.boolean(), units(10n ** 26n), fc.boolean(), units(10n ** 26n))

/** What the exact swap does not read. */
const plain = { id: 'pool', tokens: [0, 1], gas: 0 } as const

test('pairs match the adapter, also on a second swap', () => {
  const reserve = fc.oneof(units(10n ** 33n), fc.bigInt((1n << 112n) - 10n ** 26n, (1n << 112n) - 1n))
  const market = fc.record({ reserves: fc.tuple(reserve, reserve), feePpm: fc.nat(999_999) })
  const agree = fc.property(market, swaps, ({ reserves, feePpm }, trades) => {
    const [r0, r1] = reserves
    const pool = { ...plain, type: 'cp', feePpm, reserves: [String(r0), String(r1)] } as const
    expectSame({ pool, protocol: pairs, state: { reserves, feePpm } }, trades)
  })
  fc.assert(agree, { seed, numRuns: 2_000 })
})

test('pools with ticks match the adapter, across ticks and words, up to their limits', () => {
  let taken = 0
  const agree = fc.property(fc.nat(), swaps, (number, trades) => {
    const pool = anyTicked(number)
    const ticks = pool.ticks.map(([at, net]) => [at, BigInt(net)] as const)
    const state = {
      ...pool,
      ticks,
      sqrtPriceX96: BigInt(pool.sqrtPriceX96),
      liquidity: BigInt(pool.liquidity),
      knownFrom: -887_272,
      knownTo: 887_272,
    }
    taken += expectSame({ pool, protocol: ticked, state }, trades)
  })
  fc.assert(agree, { seed, numRuns: 400 })
  expect(taken).toBeGreaterThan(400)
})

/** Two tokens, sometimes of very different prices; every second pool has only its concentrated positions. */
function anyTicked(number: number) {
  const draws = openDraws(number)
  for (;;) {
    const token = (name: string) => ({ address: name, symbol: name, decimals: 18, usd: draws.logNormal(1, 2) })
    const market = { tokens: [token('a'), token('b')], tvl: draws.logNormal(1e6, 2), number }
    const pool = drawPool(draws, { ...market, pair: [0, 1] })
    if (pool?.type === 'v3') return number % 2 === 0 ? pool : withoutFullRange(pool)
  }
}

function withoutFullRange(pool: TickedPool) {
  const [lowest] = pool.ticks
  const rest = pool.ticks.slice(1, -1)
  const liquidity = BigInt(pool.liquidity) - BigInt(lowest?.[1] ?? 0)
  return { ...pool, ticks: rest, liquidity: String(liquidity) }
}

function expectSame<State>(
  { pool, protocol, state }: { pool: Pool; protocol: Protocol<State>; state: State },
  [fromFirst, first, fromSecond, second]: [boolean, bigint, boolean, bigint],
): number {
  const pools = openPools({ pools: [pool] })
  let current = state
  let taken = 0
  for (const [sellsToken0, amountIn] of [
    [fromFirst, first],
    [fromSecond, second],
  ] as const) {
    const trade = { from: sellsToken0 ? 0 : 1, to: sellsToken0 ? 1 : 0, amountIn: amount(amountIn) }
    const expected = protocol.amountOut(current, trade)
    expect(pools.swap(0, sellsToken0 ? 0 : 1, amountIn)).toBe(expected)
    if (expected === undefined) continue
    current = protocol.stateAfter(current, trade)
    taken += 1
  }
  return taken
}
