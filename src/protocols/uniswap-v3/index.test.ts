import { describe, expect, test } from 'vitest'
import type { TickState as State } from '#amm/ticks/state'
import { addressWord, word } from '#domain/calls/words'
import type { Pool, Venue } from '#domain/pools/protocol'
import { type Amount, amount, evm, hex } from '#domain/units'
import { stepToTarget } from '#math/ticks/swap-step'
import { maxTick, minTick, sqrtPriceAtTick } from '#math/ticks/tick'
import { protocol } from './index.ts'

const wad = 10n ** 18n
const sell = (amountIn: bigint, from = 0) => ({ from, to: 1 - from, amountIn: amountIn as Amount })

const token0 = evm('0x0000000000000000000000000000000000000001')
const token1 = evm('0x0000000000000000000000000000000000000002')
const factory = evm('0x00000000000000000000000000000000000000fa')
const address = evm('0x00000000000000000000000000000000000000aa')
const venue: Venue = { protocol: 'uniswap-v3', name: 'uniswap-v3', title: 'Uniswap v3', factory, feesPpm: [500, 3_000] }
const pool: Pool = { venue, address, tokens: [token0, token1], feePpm: 3_000 }

/** One position of 2e18 over all prices, price 1. */
const wide: State = {
  sqrtPriceX96: sqrtPriceAtTick(0),
  tick: 0,
  liquidity: 2n * wad,
  tickSpacing: 60,
  feePpm: 3_000,
  ticks: [
    [-887_220, 2n * wad],
    [887_220, -2n * wad],
  ],
  knownFrom: minTick,
  knownTo: maxTick,
}
/** One position of 2e18 from price 0.94 to 1.06, known only one word around it. */
const narrow: State = {
  ...wide,
  ticks: [
    [-600, 2n * wad],
    [600, -2n * wad],
  ],
  knownFrom: -15_360,
  knownTo: 15_299,
}

test("sells 1 into a pool at price 1, as in the contract's own test", () => {
  expect(protocol.amountOut(wide, sell(wad))).toBe(665331998665331998n)
  expect(protocol.amountOut(wide, sell(wad, 1))).toBe(665331998665331998n)
})

test('a second trade starts from the state after the first one', () => {
  const once = protocol.stateAfter(wide, sell(wad))
  expect(once.tick).toBeLessThan(0)
  expect(once).toMatchObject({ liquidity: 2n * wad, ticks: wide.ticks })
  expect(protocol.amountOut(once, sell(wad))).toBeLessThan(665331998665331998n)
})

describe('at the edge of the known ticks', () => {
  const max = 59_960_000_000_000_000n // almost all that the position takes in either direction

  test.each([0, 1])('sells token %i into the position, not past the known ticks', (from) => {
    expect(protocol.amountOut(narrow, sell(max, from))).toBeGreaterThan(0n)
    expect(protocol.isOutOfRange(narrow, sell(max, from))).toBe(false)

    expect(protocol.amountOut(narrow, sell(wad, from))).toBeUndefined()
    expect(protocol.isOutOfRange(narrow, sell(wad, from))).toBe(true)
    expect(() => protocol.stateAfter(narrow, sell(wad, from))).toThrow(RangeError)
  })

  test('a pool whose ticks are all known is full instead', () => {
    const all = { ...narrow, knownFrom: minTick, knownTo: maxTick }
    expect(protocol.amountOut(all, sell(wad))).toBeUndefined()
    expect(protocol.isOutOfRange(all, sell(wad))).toBe(false)
  })

  test('a trade that ends before an unknown tick does not depend on it', () => {
    const cut = { ...wide, ticks: [], knownFrom: -70, knownTo: 70 }
    for (const from of [0, 1]) {
      expect(protocol.amountOut(cut, sell(wad / 1_000n, from))).toBe(protocol.amountOut(wide, sell(wad / 1_000n, from)))
      expect(protocol.isOutOfRange(cut, sell(wad / 10n, from))).toBe(true)
    }
  })

  test.each([0, 1])('refuses the amount of token %i that ends exactly on the edge', (from) => {
    const cut = { ...wide, ticks: [], knownFrom: -70, knownTo: 70 }
    let [fits, tooMuch] = [1n, wad]
    while (tooMuch - fits > 1n) {
      const middle = (fits + tooMuch) / 2n
      if (protocol.isOutOfRange(cut, sell(middle, from))) tooMuch = middle
      else fits = middle
    }
    const edge = sqrtPriceAtTick(from === 0 ? -70 : 70)
    expect(protocol.stateAfter(cut, sell(fits, from)).sqrtPriceX96).not.toBe(edge)
    expect(tooMuch).toBe(stepToTarget(wide.sqrtPriceX96, edge, wide.liquidity, 3_000n).sold)
  })

  test('a price outside the known ticks allows no trade', () => {
    for (const [knownFrom, knownTo] of [
      [60, 120],
      [-120, -60],
    ] as const)
      for (const from of [0, 1])
        expect(protocol.isOutOfRange({ ...wide, ticks: [], knownFrom, knownTo }, sell(1n, from))).toBe(true)
  })
})

test('a zero input, a zero output and a pool without a price give no output', () => {
  expect(protocol.amountOut(wide, sell(0n))).toBeUndefined()
  expect(protocol.amountOut(wide, sell(1n))).toBeUndefined()
  expect(() => protocol.stateAfter(wide, sell(1n))).toThrow(RangeError)
  for (const from of [0, 1])
    expect(protocol.amountOut({ ...wide, sqrtPriceX96: 0n, liquidity: 0n, ticks: [] }, sell(wad, from))).toBeUndefined()
})

test('a state with inconsistent ticks is a bug of the caller', () => {
  const broken: State = { ...narrow, ticks: [[-600, 3n * wad]] }
  expect(() => protocol.amountOut(broken, sell(wad))).toThrow('more liquidity')
})

test('gas grows with the number of crossed ticks', () => {
  const short = protocol.gas(narrow, sell(wad / 1_000n))
  const layered: State = {
    ...wide,
    ticks: [
      [-887_220, wad],
      [-60, wad],
      [887_220, -2n * wad],
    ],
  }
  expect(protocol.gas(layered, sell(wad / 10n))).toBeGreaterThan(short)
})

test('finding pools asks the factory for all fees in one round', () => {
  const found = protocol.find(venue, [token1, token0])
  expect(found.next().value).toHaveLength(2)
  const answers = [word(0), addressWord(address)].map((text) => hex(`0x${text}`))
  expect(found.next(answers)).toEqual({ done: true, value: [pool] })
})

test('reading a pool is three rounds: price, bitmap words around it, ticks', () => {
  const reading = protocol.load(pool)
  const first = reading.next().value
  expect(first).toHaveLength(3)

  const answer = (...words: readonly (bigint | number)[]) => hex(`0x${words.map(word).join('')}`)
  const asked = reading.next([answer(sqrtPriceAtTick(-61), -61, 0, 0, 0, 0, 1), answer(5n), answer(60)]).value
  expect(asked).toHaveLength(4) // words of 15,360 ticks, 20,000 ticks each way

  const words = [0n, 1n << 255n, 1n, 0n].map((bitmap) => answer(bitmap))
  expect(reading.next(words).value).toHaveLength(2)
  expect(reading.next([answer(9, 5), answer(9, -5)])).toEqual({
    done: true,
    value: {
      sqrtPriceX96: sqrtPriceAtTick(-61),
      tick: -61,
      liquidity: 5n,
      tickSpacing: 60,
      feePpm: 3_000,
      ticks: [
        [-60, 5n],
        [0, -5n],
      ],
      knownFrom: -30_720,
      knownTo: 30_719,
    },
  })
})

test('the lens gives the same state', () => {
  const { feePpm: _, ...seen } = wide
  expect(protocol.lens?.state({ kind: 3, ...seen, words: [] }, pool)).toEqual(wide)
  expect(() => protocol.lens?.state({ kind: 2, reserves: [1n, 1n], words: [] }, pool)).toThrow(RangeError)
})

test('a leg is paid in the callback', () => {
  expect(protocol.move(pool, { from: 1, to: 0, amountIn: amount(1n) })).toEqual({
    move: 'callback',
    pool: address,
    zeroForOne: false,
  })
})
