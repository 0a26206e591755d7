/** The laws of every protocol, on its recorded trades and on pools recorded from a real chain. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Protocol, Trade } from '#domain/pools/protocol'
import type { Amount } from '#domain/units'
import { all } from '#protocols/all.gen'
import { leewayOf } from './leeway.ts'
import { expectNoLessForMore } from './monotony.ts'
import { anySize } from './sizes.ts'
import { type Case, parse, readCases, readMainnet } from './vectors.ts'

const protocols: readonly Protocol<unknown>[] = all

const mainnet = readMainnet()

/** An immutable state that no adapter has seen before. */
function deepFreeze<T>(value: T): T {
  const copy = structuredClone(value)
  const freeze = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    Object.values(part).forEach(freeze)
    Object.freeze(part)
  }
  freeze(copy)
  return copy
}

/** One direction of one pool. */
interface Direction {
  readonly state: unknown
  readonly from: number
  readonly to: number
}

const over = ({ from, to }: Direction, amountIn: bigint): Trade => ({ from, to, amountIn: amountIn as Amount })
const back = ({ state, from, to }: Direction): Direction => ({ state, from: to, to: from })

/** Every direction in which a recorded pool was traded. */
const directionsOf = ({ state, trades }: Case): Direction[] => {
  const ways = new Map(trades.map(([from, to]) => [`${from} ${to}`, { state, from, to }]))
  return [...ways.values()]
}

describe.each(protocols.map((protocol) => [protocol.kind, protocol] as const))('%s', (kind, protocol) => {
  const cases = readCases(kind)
  const leeway = leewayOf(kind)
  const onMainnet = mainnet.filter((pool) => pool.protocol === kind).map(({ state }) => state)
  const states = [...cases.map(({ state }) => state), ...onMainnet]
  const ways = [
    ...cases.flatMap(directionsOf),
    ...onMainnet.flatMap((state) => [
      { state, from: 0, to: 1 },
      { state, from: 1, to: 0 },
    ]),
  ]

  test('gives and refuses what the contract did, trade after trade', () => {
    for (const one of cases) {
      let state = deepFreeze(one.state)
      for (const [from, to, amountIn, amountOut] of one.trades) {
        const trade = deepFreeze({ from, to, amountIn: amountIn as Amount })
        expect(protocol.amountOut(state, trade) ?? null).toBe(amountOut)
        if (amountOut === null) expect(() => protocol.stateAfter(state, trade)).toThrow(RangeError)
        else state = deepFreeze(protocol.stateAfter(state, trade))
      }
    }
  })

  /** Any direction of any pool, with an amount. */
  const anyTrade = fc.record({ way: fc.constantFrom(...ways), amountIn: anySize(130) })

  test('does not mutate its arguments', () => {
    fc.assert(
      fc.property(anyTrade, ({ way, amountIn }) => {
        const [given, trade] = [structuredClone(way.state), over(way, amountIn)]
        const read = () => [
          protocol.amountOut(given, trade),
          protocol.gas(given, trade),
          protocol.isOutOfRange(given, trade),
        ]
        const first = read()
        if (first[0] !== undefined) protocol.stateAfter(given, trade)
        expect(given).toEqual(way.state)
        expect(trade).toEqual(over(way, amountIn))
        expect(read()).toEqual(first)
      }),
    )
  })

  test('depends on the state alone, not on earlier calls', () => {
    fc.assert(
      fc.property(anyTrade, fc.array(anySize(130), { maxLength: 8 }), ({ way, amountIn }, before) => {
        const asked = deepFreeze(way.state)
        for (const other of before) protocol.amountOut(asked, over(way, other))
        const trade = over(way, amountIn)
        expect(protocol.amountOut(asked, trade)).toBe(protocol.amountOut(deepFreeze(way.state), trade))
      }),
    )
  })

  test('gives no less for more, apart from a fee that grows', () => {
    fc.assert(fc.property(anyTrade, anySize(130), (trade, more) => expectNoLessForMore(protocol, trade, more)))
  })

  test('gives no output for a zero input', () => {
    for (const way of ways) {
      expect(protocol.amountOut(way.state, over(way, 0n))).toBeUndefined()
      expect(protocol.isOutOfRange(way.state, over(way, 0n))).toBe(false)
      expect(() => protocol.stateAfter(way.state, over(way, 0n))).toThrow(RangeError)
    }
  })

  test('never gains by a round trip, even in parts', () => {
    let trips = 0
    const share = fc.bigInt({ min: 1n, max: 1_000n })
    fc.assert(
      fc.property(anyTrade, share, ({ way, amountIn }, part) => {
        const out = protocol.amountOut(way.state, over(way, amountIn))
        if (out === undefined) return
        const sold = protocol.stateAfter(way.state, over(way, amountIn))
        let [at, returned] = [sold, 0n]
        for (const piece of [(out * part) / 1_000n, out - (out * part) / 1_000n]) {
          const given = protocol.amountOut(at, over(back(way), piece))
          if (given === undefined) continue
          at = protocol.stateAfter(at, over(back(way), piece))
          returned += given
        }
        trips += 1
        expect(returned).toBeLessThanOrEqual(amountIn + leeway.maxRoundTripGain(way.state, way.from, sold))
      }),
      { numRuns: 300 },
    )
    expect(trips).toBeGreaterThan(30)
  })

  test('gas is positive, even for a trade without output', () => {
    for (const way of ways)
      for (const n of [1n, 10n ** 18n, 1n << 200n])
        expect(protocol.gas(way.state, over(way, n))).toBeGreaterThan(10_000n)
  })

  test('a state survives serialization', () => {
    for (const state of states) {
      const text = JSON.stringify(state, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
      expect(parse(text)).toEqual(state)
    }
  })
})

test('the laws were tested on real pools of every kind', () => {
  expect(mainnet.length).toBe(19)
  expect(new Set(mainnet.map(({ protocol }) => protocol)).size).toBe(2)
})
