/** The laws every protocol keeps, on its recorded trades and on pools as they stood on a real chain. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Protocol, Trade } from '#domain/protocol'
import type { Amount } from '#domain/units'
import { all } from '#protocols/all.gen'
import { anySize } from './scenarios.ts'
import { parse, readMainnet, readVectors } from './vectors.ts'

const protocols: readonly Protocol<unknown>[] = all

const mainnet = readMainnet()

/** A state nobody can change, and that no adapter has seen before. */
function frozen<T>(value: T): T {
  const copy = structuredClone(value)
  const freeze = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    Object.values(part).forEach(freeze)
    Object.freeze(part)
  }
  freeze(copy)
  return copy
}

const sell = (from: number, amountIn: bigint): Trade => ({ from, to: 1 - from, amountIn: amountIn as Amount })

describe.each(protocols.map((protocol) => [protocol.kind, protocol] as const))('%s', (kind, protocol) => {
  const { cases } = readVectors(kind)
  const onMainnet = mainnet.filter((pool) => pool.protocol === kind).map(({ state }) => state)
  const states = [...cases.map(({ state }) => state), ...onMainnet]

  test('gives what the contract gave, trade after trade, and refuses what it refused', () => {
    for (const one of cases) {
      let state = frozen(one.state)
      for (const [from, to, amountIn, amountOut] of one.trades) {
        const trade = frozen({ from, to, amountIn: amountIn as Amount })
        expect(protocol.amountOut(state, trade) ?? null).toBe(amountOut)
        if (amountOut === null) expect(() => protocol.after(state, trade)).toThrow(RangeError)
        else state = frozen(protocol.after(state, trade))
      }
    }
  })

  /** Any state of any pool, with an amount for either direction. */
  const anyTrade = fc.record({
    state: fc.constantFrom(...states),
    from: fc.constantFrom(0, 1),
    amountIn: anySize(130),
  })

  test('changes nothing it is given', () => {
    fc.assert(
      fc.property(anyTrade, ({ state, from, amountIn }) => {
        const [given, trade] = [structuredClone(state), sell(from, amountIn)]
        const read = () => [
          protocol.amountOut(given, trade),
          protocol.gas(given, trade),
          protocol.outOfRange(given, trade),
        ]
        const first = read()
        if (first[0] !== undefined) protocol.after(given, trade)
        expect(given).toEqual(state)
        expect(trade).toEqual(sell(from, amountIn))
        expect(read()).toEqual(first)
      }),
    )
  })

  test('answers by the state alone, whatever was asked before', () => {
    fc.assert(
      fc.property(anyTrade, fc.array(anySize(130), { maxLength: 8 }), ({ state, from, amountIn }, before) => {
        const asked = frozen(state)
        for (const other of before) protocol.amountOut(asked, sell(from, other))
        expect(protocol.amountOut(asked, sell(from, amountIn))).toBe(
          protocol.amountOut(frozen(state), sell(from, amountIn)),
        )
      }),
    )
  })

  test('gives no less for more', () => {
    fc.assert(
      fc.property(anyTrade, anySize(130), ({ state, from, amountIn }, more) => {
        const [little, much] = [amountIn, amountIn + more].map((n) => protocol.amountOut(state, sell(from, n)))
        if (little !== undefined && much !== undefined) expect(much).toBeGreaterThanOrEqual(little)
        const isTooMuch = (n: bigint) => protocol.amountOut(state, sell(from, n)) === undefined
        if (little !== undefined && much === undefined) expect(isTooMuch(amountIn + 2n * more)).toBe(true)
      }),
    )
  })

  test('gives nothing for nothing', () => {
    for (const state of states)
      for (const from of [0, 1]) {
        expect(protocol.amountOut(state, sell(from, 0n))).toBeUndefined()
        expect(protocol.outOfRange(state, sell(from, 0n))).toBe(false)
        expect(() => protocol.after(state, sell(from, 0n))).toThrow(RangeError)
      }
  })

  test('never pays for a round trip, also in parts', () => {
    let trips = 0
    const share = fc.bigInt({ min: 1n, max: 1_000n })
    fc.assert(
      fc.property(anyTrade, share, ({ state, from, amountIn }, part) => {
        const out = protocol.amountOut(state, sell(from, amountIn))
        if (out === undefined) return
        const there = protocol.after(state, sell(from, amountIn))
        const pieces = [(out * part) / 1_000n, out - (out * part) / 1_000n]
        let [at, back] = [there, 0n]
        for (const piece of pieces) {
          const given = protocol.amountOut(at, sell(1 - from, piece))
          if (given === undefined) continue
          at = protocol.after(at, sell(1 - from, piece))
          back += given
        }
        trips += 1
        expect(back).toBeLessThanOrEqual(amountIn)
      }),
      { numRuns: 300 },
    )
    expect(trips).toBeGreaterThan(30)
  })

  test('gas is positive, and known for a trade without output too', () => {
    for (const state of states)
      for (const n of [1n, 10n ** 18n, 1n << 200n]) expect(protocol.gas(state, sell(0, n))).toBeGreaterThan(20_000n)
  })

  test('a state survives being written and read', () => {
    for (const state of states) {
      const text = JSON.stringify(state, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
      expect(parse(text)).toEqual(state)
    }
  })
})

test('the laws saw real pools of every kind', () => {
  expect(mainnet.length).toBe(19)
  expect(new Set(mainnet.map(({ protocol }) => protocol)).size).toBe(2)
})
