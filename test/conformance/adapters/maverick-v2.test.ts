/** Our amounts against ticks reckoned in fractions of three hundred bits, within the bounds that the contract's roundings leave. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Trade } from '#domain/protocol'
import { amount } from '#domain/units'
import { squareRoot } from '#math/square-root'
import { protocol } from '#protocols/maverick-v2/index'
import { mayStir, meanRange } from '#protocols/maverick-v2/movement'
import type { State, Tick } from '#protocols/maverick-v2/state'
import { swap } from '#protocols/maverick-v2/swap'
import { anyPlan } from './plans.ts'
import { laid, roomOf, scenarios } from './pools/maverick-v2.ts'

/** 1, as all fractions here are kept. */
const one = 1n << 300n
const wad = 10n ** 18n
const times = (a: bigint, b: bigint): bigint => (a * b) / one
const over = (a: bigint, b: bigint): bigint => (a * one) / b
const root = (n: bigint): bigint => squareRoot(n * one)

/** √1.0001^power, of the double that is next to 1.0001: the contract's table was made with it, to 38 digits. */
function edge(power: number): bigint {
  let base = root((BigInt(1.0001 * 2 ** 52) * one) >> 52n)
  let result = one
  for (let n = Math.abs(power); n > 0; n >>= 1) {
    if (n & 1) result = times(result, base)
    base = times(base, base)
  }
  return power < 0 ? over(one, result) : result
}

/** A tick for who sells: liquidity, where √ of the price of what is bought stands, and where nothing is left of it. */
interface Reckoned {
  readonly liquidity: bigint
  readonly start: bigint
  readonly end: bigint
  /** Of the liquidity and of either price, what the contract's digits may leave off. */
  readonly part: bigint
}

/** L² (1 − l/u) − L (A/u + B·l) − A·B = 0, as both virtual reserves are L times a price's root, or by it. */
function reckonTick({ spacing }: State, [id, a, b]: Tick, sellsA: boolean): Reckoned {
  const [lower, upper] = [edge(spacing * id), edge(spacing * (id + 1))]
  const width = one - over(lower, upper)
  const sum = over(a * one, upper) + times(b * one, lower)
  const liquidity = over(sum + root(times(sum, sum) + 4n * a * b * width), 2n * width)
  const price = lower + over(a * one, liquidity)
  const little = a >> 78n === 0n && b >> 78n === 0n
  // the root has nine digits less than what it is of, which is shifted where it is little
  const bits = over((4n * 10n ** 9n * one) / (little ? 1n << 57n : 1n), sum) + over(4n * one, liquidity)
  const digits = (over(one, times(price, price)) + over(one, price) + price + one) / wad
  const part = 4n * (bits + digits)
  return sellsA
    ? { liquidity, start: price, end: upper, part }
    : { liquidity, start: over(one, price), end: over(one, lower), part }
}

/** What is given, and by how much more or less roundings may make it: 18 decimals. */
function reckon(state: State, { from, amountIn }: Trade): { readonly out: bigint; readonly off: bigint } {
  const sellsA = from === 0
  const ahead = state.ticks.filter(([id]) => (sellsA ? id >= state.activeTick : id <= state.activeTick))
  const kept = one - ((state.feesE18[sellsA ? 0 : 1] ?? 0n) * one) / wad
  let left = times(amountIn * (state.scales[sellsA ? 0 : 1] ?? 1n) * one, kept)
  let [out, off, offIn] = [0n, one, one]
  for (const tick of sellsA ? ahead : ahead.toReversed()) {
    const { liquidity, start, end, part } = reckonTick(state, tick, sellsA)
    const room = times(liquidity, end - start)
    const last = left < room ? start + over(left, liquidity) : end
    out += over(liquidity, start) - over(liquidity, last)
    off += times(over(liquidity, start), part) + 4n * one
    offIn += times(times(liquidity, end), part) + 4n * one
    if (left <= room) return { out, off: off + over(offIn, times(start, start)) }
    left -= room
  }
  return { out, off: off + one * wad }
}

test('what is given is what the ticks hold at their prices, to the roundings of each', () => {
  const seen = { given: 0, crossed: 0, tight: 0 }
  const plans = anyPlan<State>(roomOf)
  fc.assert(
    fc.property(scenarios, plans, (scenario, plan) => {
      const { state } = laid(scenario)
      const trade = plan(state)
      const swapped = swap(state, trade)
      if (typeof swapped === 'string') return
      const scale = state.scales[1 - trade.from] ?? 1n
      const { out, off } = reckon(state, trade)
      expect(swapped.out * scale * one).toBeLessThanOrEqual(out + off)
      expect((swapped.out + 1n) * scale * one).toBeGreaterThanOrEqual(out - off)
      seen.given += 1
      if (swapped.ticks > 1) seen.crossed += 1
      if (off * 10n ** 9n < out) seen.tight += 1
    }),
    { numRuns: 3_000 },
  )
  expect(seen.given).toBeGreaterThan(600)
  expect(seen.crossed).toBeGreaterThan(150)
  expect(seen.tight).toBeGreaterThan(seen.given / 5)
})

test('a trade that is refused counts as one tick: limits of gas are reckoned from the least', () => {
  fc.assert(
    fc.property(scenarios, fc.bigInt({ min: 1n, max: 1n << 120n }), (scenario, amountIn) => {
      const { state } = laid(scenario)
      const trade: Trade = { from: 0, to: 1, amountIn: amount(amountIn) }
      const none = protocol.gas(state, { ...trade, amountIn: amount(0n) })
      expect(protocol.gas(state, trade)).toBeGreaterThanOrEqual(none)
      if (swap(state, trade) === 'refused') expect(protocol.gas(state, trade)).toBe(none)
    }),
  )
})

const plain: State = {
  ...{ spacing: 1, feesE18: [0n, 0n], protocolShare: 0n, scales: [1n, 1n], reserves: [0n, wad] },
  ...{ activeTick: 0, mean: [0n, 0n], ticks: [], knownFrom: -400, knownTo: 400, stirred: false },
}

test('past the last price there is, a pool is refused', () => {
  const at = (id: number): State => ({ ...plain, activeTick: id, ticks: [[id, 0n, wad, 1]] })
  const trade: Trade = { from: 0, to: 1, amountIn: amount(10n ** 30n) }
  expect(swap(at(322_377), trade)).not.toBe('refused')
  expect(swap(at(322_378), trade)).toBe('refused')
})

test('where ticks beside the mean were not read, bins may have been moved there', () => {
  const after: State = { ...plain, activeTick: -1, ticks: [[-1, wad, wad, 1]] }
  const far = BigInt(plain.knownTo + 100) * 10n ** 8n
  expect(mayStir(after, 0)).toBe(false)
  expect(mayStir({ ...after, mean: meanRange(far, far) }, 0)).toBe(true)
})
