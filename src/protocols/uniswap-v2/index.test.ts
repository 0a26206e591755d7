import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressWord, word } from '#domain/calls/words'
import type { LensRecord, Pool, Venue } from '#domain/pools/protocol'
import { type Amount, evm, hex } from '#domain/units'
import { protocol } from './index.ts'

const wad = 10n ** 18n
const state = (r0: bigint, r1: bigint) => ({ reserves: [r0 * wad, r1 * wad] as const, feePpm: 3_000 })
const sell = (n: bigint, from = 0) => ({ from, to: 1 - from, amountIn: (n * wad) as Amount })

const token0 = evm('0x0000000000000000000000000000000000000001')
const token1 = evm('0x0000000000000000000000000000000000000002')
const factory = evm('0x00000000000000000000000000000000000000fa')
const address = evm('0x00000000000000000000000000000000000000aa')
const venue: Venue = { protocol: 'uniswap-v2', name: 'uniswap-v2', title: 'Uniswap v2', factory, feesPpm: [3_000] }
const pool: Pool = { venue, address, tokens: [token0, token1], feePpm: 3_000 }

// in, reserve 0, reserve 1, out: the pair contract's own swap test cases
test.each([
  [1n, 5n, 10n, 1662497915624478906n],
  [1n, 10n, 5n, 453305446940074565n],
  [2n, 5n, 10n, 2851015155847869602n],
  [2n, 10n, 5n, 831248957812239453n],
  [1n, 10n, 10n, 906610893880149131n],
  [1n, 1000n, 1000n, 996006981039903216n],
])('sells %i into %i/%i', (amountIn, r0, r1, out) => {
  expect(protocol.amountOut(state(r0, r1), sell(amountIn))).toBe(out)
  expect(protocol.amountOut(state(r1, r0), sell(amountIn, 1))).toBe(out)
})

test('a second trade starts from the state after the first one', () => {
  const once = protocol.stateAfter(state(5n, 10n), sell(1n))
  expect(once.reserves).toEqual([6n * wad, 10n * wad - 1662497915624478906n])
  expect(protocol.amountOut(once, sell(1n))).toBeLessThan(1662497915624478906n)
})

test('a trade that the pair refuses has no output and no next state', () => {
  const most = (1n << 112n) - 1n
  const nearlyFull = { reserves: [most - 5n, most] as const, feePpm: 3_000 }
  const raw = (amountIn: bigint) => ({ from: 0, to: 1, amountIn: amountIn as Amount })

  expect(protocol.amountOut(nearlyFull, raw(5n))).toBe(4n)
  expect(protocol.amountOut(nearlyFull, raw(6n))).toBeUndefined()
  expect(protocol.amountOut(nearlyFull, raw(1n))).toBeUndefined() // rounds to zero
  expect(protocol.amountOut({ reserves: [0n, 0n], feePpm: 3_000 }, raw(5n))).toBeUndefined()
  expect(protocol.amountOut(state(5n, 10n), raw(0n))).toBeUndefined()
  expect(() => protocol.stateAfter(nearlyFull, raw(6n))).toThrow(RangeError)
})

describe('the output is the greatest that passes the check of the product', () => {
  // Uniswap and most forks count in thousandths, others (0.25 %, 0.17 %) in ten-thousandths
  test.each([
    [3n, 1_000n],
    [2n, 1_000n],
    [25n, 10_000n],
    [17n, 10_000n],
  ])('fee %i of %i', (fee, scale) => {
    const reserve = fc.bigInt({ min: 1n, max: (1n << 111n) - 1n })
    fc.assert(
      fc.property(reserve, reserve, reserve, (r0, r1, amountIn) => {
        const pair = { reserves: [r0, r1] as const, feePpm: Number((fee * 1_000_000n) / scale) }
        const out = protocol.amountOut(pair, { from: 0, to: 1, amountIn: amountIn as Amount }) ?? 0n
        const passes = (given: bigint) =>
          ((r0 + amountIn) * scale - amountIn * fee) * ((r1 - given) * scale) >= r0 * r1 * scale * scale
        expect([passes(out), passes(out + 1n)]).toEqual([true, false])
      }),
    )
  })
})

test('finding a pool asks the factory once, and handles a missing pool', () => {
  const found = protocol.find(venue, [token1, token0])
  expect(found.next().value).toMatchObject([{ to: factory }])
  expect(found.next([hex(`0x${addressWord(address)}`)])).toEqual({ done: true, value: [pool] })

  const missing = protocol.find(venue, [token1, token0])
  missing.next()
  expect(missing.next([hex(`0x${word(0)}`)])).toEqual({ done: true, value: [] })
})

test('reading a pool is one call, answered with its reserves', () => {
  const reading = protocol.load(pool)
  expect(reading.next().value).toMatchObject([{ to: address, data: '0x0902f1ac' }])
  const answer = hex(`0x${[5n, 10n, 0n].map(word).join('')}`)
  expect(reading.next([answer])).toEqual({ done: true, value: { reserves: [5n, 10n], feePpm: 3_000 } })
})

test('a failed call gives no state', () => {
  const reading = protocol.load(pool)
  reading.next()
  expect(() => reading.next([hex('0x')])).toThrow(RangeError)
})

test('the lens gives the same state', () => {
  expect(protocol.lens?.state({ kind: 2, reserves: [5n, 10n], words: [] }, pool)).toEqual({
    reserves: [5n, 10n],
    feePpm: 3_000,
  })
  const other: LensRecord = {
    kind: 3,
    sqrtPriceX96: 1n,
    tick: 0,
    liquidity: 1n,
    tickSpacing: 1,
    knownFrom: 0,
    knownTo: 0,
    ticks: [],
    words: [],
  }
  expect(() => protocol.lens?.state(other, pool)).toThrow(RangeError)
})

test('a leg pushes its input to the pair', () => {
  expect(protocol.move(pool, sell(1n, 1))).toEqual({ move: 'push', pool: address, zeroForOne: false, feePpm: 3_000 })
})
