/** What a swap may cost more once others have moved the price. */
import { sqrtPriceAtTick } from '#math/ticks/tick'
import { estimateTickGas, newTickSlotsGas, type TickGas } from './gas.ts'
import type { CrossingCounts } from './next-tick.ts'
import { countTicksUpTo, type TickState } from './state.ts'
import { locateSwapEnd, type SwapEnd, stateAfter } from './swap.ts'

/** Where others may have moved the price, as shares of the largest move. */
const places = [-1, -0.75, -0.5, -0.25, 0.25, 0.5, 0.75, 1] as const

interface Swap {
  readonly sellsToken0: boolean
  readonly amountIn: bigint
}

/**
 * The largest rise over some prices within `share` of the pool's own. A tick counts as never crossed, which costs the
 * most, unless the swap crosses it now as well or others crossed it on their way. Prices between those that are tried
 * may cross one tick more, if there is one in reach.
 */
export function computeGasRise(state: TickState, gas: TickGas, swap: Swap, share: number): number {
  const now = locateSwapEnd(state, swap.sellsToken0, swap.amountIn)
  if (typeof now === 'string') return 0
  const end = endOf(state, swap, now)
  const span = (tick: number): Span => (tick < state.tick ? [tick, state.tick] : [state.tick, tick])
  const crossedNow = span(end)
  const reach = Math.ceil(Math.log1p(share) / Math.log(1.0001))
  let most = 0
  for (const place of places) {
    const moved = moveState(state, state.tick + Math.round(place * reach))
    const landing = moved && locateSwapEnd(moved, swap.sellsToken0, swap.amountIn)
    if (moved === undefined || landing === undefined || typeof landing === 'string') continue
    const [low, high] = sort(moved.tick, endOf(moved, swap, landing))
    const passed = sort(state.tick, moved.tick)
    const fresh = countTicks(state, [low, high]) - countShared(state, [low, high], [crossedNow, passed])
    most = Math.max(most, riseOf(gas, now.step, landing.step) + fresh * newTickSlotsGas)
  }
  const isNear =
    countTicks(state, [Math.min(end, state.tick) - reach, Math.max(end, state.tick) + reach]) > now.step.crossed
  return most > 0 || !isNear ? most : gas.crossing + gas.tick + newTickSlotsGas
}

type Span = readonly [low: number, high: number]

const sort = (a: number, b: number): Span => (a < b ? [a, b] : [b, a])

const endOf = (state: TickState, { sellsToken0 }: Swap, landing: SwapEnd): number =>
  stateAfter(state, sellsToken0, landing).tick

const riseOf = (gas: TickGas, now: CrossingCounts, then: CrossingCounts): number =>
  Math.max(0, estimateTickGas(gas, then) - estimateTickGas(gas, now))

/** Initialized ticks above `low`, up to `high`. */
const countTicks = ({ ticks }: TickState, [low, high]: Span): number =>
  Math.max(0, countTicksUpTo(ticks, high) - countTicksUpTo(ticks, low))

/** Ticks of a span that are in one of two others, which overlap in no more than the pool's own tick. */
function countShared(state: TickState, [low, high]: Span, others: readonly Span[]): number {
  return others.reduce((sum, [from, to]) => sum + countTicks(state, [Math.max(low, from), Math.min(high, to)]), 0)
}

/** The state with its price at a tick; `undefined` if it is not known there. */
function moveState(state: TickState, tick: number): TickState | undefined {
  if (tick < state.knownFrom || tick > state.knownTo) return undefined
  const [from, to] = [countTicksUpTo(state.ticks, state.tick), countTicksUpTo(state.ticks, tick)]
  let { liquidity } = state
  for (let i = from; i < to; i += 1) liquidity += state.ticks[i]?.[1] ?? 0n
  for (let i = to; i < from; i += 1) liquidity -= state.ticks[i]?.[1] ?? 0n
  return liquidity < 0n ? undefined : { ...state, tick, liquidity, sqrtPriceX96: sqrtPriceAtTick(tick) }
}
