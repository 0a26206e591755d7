/**
 * Our amounts against ticks computed in fractions of three hundred bits, within the bounds of the contract's roundings.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Trade } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { squareRoot } from '#math/integers/square-root'
import { protocol } from '#protocols/maverick-v2/index'
import { computeMeanRange, mayMoveBins } from '#protocols/maverick-v2/movement'
import type { MaverickState, Tick } from '#protocols/maverick-v2/state'
import { swap } from '#protocols/maverick-v2/swap'
import { anyPlan } from '#test/conformance/adapters/plans'
import { layOutPool, roomOf, scenarios } from './pools.ts'

/** 1, in the scale of all fractions here. */
const one = 1n << 300n
const wad = 10n ** 18n
const times = (a: bigint, b: bigint): bigint => (a * b) / one
const over = (a: bigint, b: bigint): bigint => (a * one) / b
const root = (n: bigint): bigint => squareRoot(n * one)

/** √1.0001^power, of the double next to 1.0001: the contract's table was made with it, to 38 digits. */
function edge(power: number): bigint {
  let base = root((BigInt(1.0001 * 2 ** 52) * one) >> 52n)
  let result = one
  for (let n = Math.abs(power); n > 0; n >>= 1) {
    if (n & 1) result = times(result, base)
    base = times(base, base)
  }
  return power < 0 ? over(one, result) : result
}

/** A tick from the seller's side: liquidity, √ of the output token's price, and where the output is used up. */
interface Reckoned {
  readonly liquidity: bigint
  readonly start: bigint
  readonly end: bigint
  /** Relative error of the liquidity and of either price in the contract's digits. */
  readonly part: bigint
}

/**
 * L² (1 − l/u) − L (A/u + B·l) − A·B = 0, as one virtual reserve is L times the √price and the other L divided by it.
 */
function reckonTick({ spacing }: MaverickState, [id, a, b]: Tick, sellsA: boolean): Reckoned {
  const [lower, upper] = [edge(spacing * id), edge(spacing * (id + 1))]
  const width = one - over(lower, upper)
  const sum = over(a * one, upper) + times(b * one, lower)
  const liquidity = over(sum + root(times(sum, sum) + 4n * a * b * width), 2n * width)
  const price = lower + over(a * one, liquidity)
  const little = a >> 78n === 0n && b >> 78n === 0n
  // the root has nine digits less than its argument, which is shifted if it is small
  const bits = over((4n * 10n ** 9n * one) / (little ? 1n << 57n : 1n), sum) + over(4n * one, liquidity)
  const digits = (over(one, times(price, price)) + over(one, price) + price + one) / wad
  const part = 4n * (bits + digits)
  return sellsA
    ? { liquidity, start: price, end: upper, part }
    : { liquidity, start: over(one, price), end: over(one, lower), part }
}

/** The output, and its error by roundings in either direction: 18 decimals. */
function reckon(state: MaverickState, { from, amountIn }: Trade): { readonly out: bigint; readonly off: bigint } {
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

test('outputs match the ticks at their prices, within the roundings of each', () => {
  const seen = { given: 0, crossed: 0, tight: 0 }
  const plans = anyPlan<MaverickState>(roomOf)
  fc.assert(
    fc.property(scenarios, plans, (scenario, plan) => {
      const { state } = layOutPool(scenario)
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

test('a refused trade counts as one tick: gas limits start from the smallest estimate', () => {
  fc.assert(
    fc.property(scenarios, fc.bigInt({ min: 1n, max: 1n << 120n }), (scenario, amountIn) => {
      const { state } = layOutPool(scenario)
      const trade: Trade = { from: 0, to: 1, amountIn: amount(amountIn) }
      const none = protocol.gas(state, { ...trade, amountIn: amount(0n) })
      expect(protocol.gas(state, trade)).toBeGreaterThanOrEqual(none)
      if (swap(state, trade) === 'refused') expect(protocol.gas(state, trade)).toBe(none)
    }),
  )
})

const plain: MaverickState = {
  ...{ spacing: 1, feesE18: [0n, 0n], protocolShare: 0n, scales: [1n, 1n], reserves: [0n, wad] },
  ...{ activeTick: 0, mean: [0n, 0n], ticks: [], knownFrom: -400, knownTo: 400, stirred: false },
}

test('refuses a trade past the last price', () => {
  const at = (id: number): MaverickState => ({ ...plain, activeTick: id, ticks: [[id, 0n, wad, 1]] })
  const trade: Trade = { from: 0, to: 1, amountIn: amount(10n ** 30n) }
  expect(swap(at(322_377), trade)).not.toBe('refused')
  expect(swap(at(322_378), trade)).toBe('refused')
})

test('bins may have moved if ticks next to the mean were not read', () => {
  const after: MaverickState = { ...plain, activeTick: -1, ticks: [[-1, wad, wad, 1]] }
  const far = BigInt(plain.knownTo + 100) * 10n ** 8n
  expect(mayMoveBins(after, 0)).toBe(false)
  expect(mayMoveBins({ ...after, mean: computeMeanRange(far, far) }, 0)).toBe(true)
})
