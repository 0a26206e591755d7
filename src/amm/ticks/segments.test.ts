import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxTick, minTick, sqrtPriceAtTick } from '#math/ticks/tick'
import { crossTick, findNextTick, type TickPosition } from './next-tick.ts'
import { ticksToSegments } from './segments.ts'
import { countTicksUpTo, type TickState } from './state.ts'

const seed = Number(process.env['SWAPLINE_SEED'] ?? 20_261_121)
const spacings = [1, 10, 60, 200]

/** Positions over a few hundred spacings, some without liquidity, some adjacent; ticks known completely or in part. */
const anyState: fc.Arbitrary<TickState> = fc
  .record({
    tickSpacing: fc.constantFrom(...spacings),
    positions: fc.array(
      fc.record({
        from: fc.integer({ min: -900, max: 900 }),
        wide: fc.integer({ min: 1, max: 1_400 }),
        liquidity: fc.bigInt({ min: 1n, max: 10n ** 24n }),
      }),
      { maxLength: 9 },
    ),
    at: fc.integer({ min: -1_200, max: 1_200 }),
    offset: fc.double({ min: 0, max: 0.99, noNaN: true }),
    fell: fc.boolean(),
    isCut: fc.boolean(),
  })
  .map(({ tickSpacing, positions, at, offset, fell, isCut }) => {
    const nets = new Map<number, bigint>()
    const add = (tick: number, net: bigint) => nets.set(tick, (nets.get(tick) ?? 0n) + net)
    for (const { from, wide, liquidity } of positions) {
      add(from * tickSpacing, liquidity)
      add((from + wide) * tickSpacing, -liquidity)
    }
    const all = [...nets].sort(([a], [b]) => a - b)
    const stands = at * tickSpacing + Math.floor(offset * tickSpacing)
    const tick = fell ? stands - 1 : stands
    const liquidity = all.reduce((sum, [t, net]) => (t <= tick ? sum + net : sum), 0n)
    const [knownFrom, knownTo] = isCut ? [tick - 300 * tickSpacing, tick + 200 * tickSpacing] : [minTick, maxTick]
    const ticks = all.filter(([t]) => t >= knownFrom && t <= knownTo)
    return {
      sqrtPriceX96: sqrtPriceAtTick(stands),
      tick,
      liquidity,
      tickSpacing,
      feePpm: 3_000,
      ticks,
      knownFrom,
      knownTo,
    }
  })

/** For each step of the pool's own loop: its liquidity and what was passed before it. */
function collectSteps(state: TickState, falls: boolean): readonly (TickPosition & { readonly end: number })[] {
  const stops: (TickPosition & { end: number })[] = []
  let place: TickPosition = {
    tick: state.tick,
    liquidity: state.liquidity,
    ticksBelow: countTicksUpTo(state.ticks, state.tick),
    crossed: 0,
    emptyWords: 0,
  }
  for (;;) {
    const next = findNextTick(state, place, falls)
    const end = next?.tick ?? (falls ? state.knownFrom : state.knownTo)
    stops.push({ ...place, end })
    if (next === undefined || (falls ? end <= minTick : end >= maxTick)) return stops
    place = crossTick(state, place, next, falls)
  }
}

const gasAt = (crossed: number, emptyWords: number) => 1_000 * crossed + emptyWords

/** Compares the segment at the middle between two steps. @returns how many were compared */
function compareBetween(state: TickState, falls: boolean): number {
  const { sqrtPrices: roots, liquidity, gas } = ticksToSegments(state, falls, gasAt)
  let compared = 0
  let before: (TickPosition & { readonly end: number }) | undefined
  let price = state.sqrtPriceX96
  for (const stop of collectSteps(state, falls)) {
    const after = sqrtPriceAtTick(stop.end)
    const middle = (Math.sqrt(Number(price)) * Math.sqrt(Number(after))) / 2 ** 96
    const k = roots.findLastIndex((root) => root >= (falls ? middle : 1 / middle))
    if (falls ? after < price : after > price) {
      const isSame = Number(before?.liquidity) === Number(stop.liquidity)
      expect(liquidity[k], `at ${stop.tick}`).toBe(Number(stop.liquidity))
      expect(gas[k]).toSatisfy((said: number) =>
        isSame ? said <= gasAt(stop.crossed, stop.emptyWords) : said === gasAt(stop.crossed, stop.emptyWords),
      )
      compared += 1
    }
    before = stop
    price = after
  }
  return compared
}

test(`segments match the liquidity of every step of the pool's loop, at no more gas (seed ${seed})`, () => {
  let compared = 0
  fc.assert(
    fc.property(anyState, fc.boolean(), (state, falls) => {
      const last = collectSteps(state, falls).at(-1)?.end ?? 0
      expect(ticksToSegments(state, falls, gasAt).isComplete).toBe(falls ? last <= minTick : last >= maxTick)
      compared += compareBetween(state, falls)
    }),
    { seed, numRuns: 600 },
  )
  expect(compared).toBeGreaterThan(2_000)
})

const positions: TickState = {
  sqrtPriceX96: sqrtPriceAtTick(0),
  tick: 0,
  liquidity: 700n,
  tickSpacing: 60,
  feePpm: 3_000,
  ticks: [
    [-120, 400n],
    [-60, 100n],
    [60, -500n],
  ],
  knownFrom: -600,
  knownTo: 600,
}

test('includes positions that reach beyond the known ticks', () => {
  expect(ticksToSegments(positions, true, gasAt).liquidity).toEqual([700, 600, 200])
  expect(ticksToSegments(positions, false, gasAt).liquidity).toEqual([700, 200])
})

test('refuses ticks that remove more liquidity than there is', () => {
  const poorer = { ...positions, liquidity: 499n }
  expect(() => ticksToSegments(poorer, true, gasAt)).toThrow(/more liquidity than it has at -120/)
  expect(() => ticksToSegments(poorer, false, gasAt)).toThrow(/more liquidity than it has at 60/)
})
