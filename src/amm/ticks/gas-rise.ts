/** What a swap may cost more once others have moved the price. */
import { sqrtPriceAtTick } from '#math/ticks/tick'
import { estimateTickGas, newTickSlotsGas, type TickGas } from './gas.ts'
import type { CrossingCounts } from './next-tick.ts'
import { countTicksUpTo, type TickState } from './state.ts'
import { locateSwapEnd, type SwapEnd, stateAfter } from './swap.ts'

/** Where others may have moved the price, as shares of the largest move. */
const places = [-1, -0.75, -0.5, -0.25, 0.25, 0.5, 0.75, 1] as const
/** As many ticks in reach are tried as the next one to cross. */
const maxTicksTried = 12

interface Swap {
  readonly sellsToken0: boolean
  readonly amountIn: bigint
}

/**
 * The largest rise over prices within `share` of the pool's own: some spread evenly, and those from which the swap begins
 * with crossing a tick, however small it is. A tick counts as never crossed, which costs the most, unless the swap crosses
 * it now as well or others crossed it on their way.
 */
export function computeGasRise(state: TickState, gas: TickGas, swap: Swap, share: number): number {
  const now = locateSwapEnd(state, swap.sellsToken0, swap.amountIn)
  if (typeof now === 'string') return 0
  const crossedNow = sort(state.tick, endOf(state, swap, now))
  let most = 0
  for (const moved of getMovedStates(state, swap, Math.ceil(Math.log1p(share) / Math.log(1.0001)))) {
    const landing = locateSwapEnd(moved, swap.sellsToken0, swap.amountIn)
    if (typeof landing === 'string') continue
    const [low, high] = sort(moved.tick, endOf(moved, swap, landing))
    const passed = sort(state.tick, moved.tick)
    const fresh = countTicks(state, [low, high]) - countShared(state, [low, high], [crossedNow, passed])
    most = Math.max(most, riseOf(gas, now.step, landing.step) + Math.max(0, fresh) * newTickSlotsGas)
  }
  return most
}

interface MovedStates {
  readonly reach: number
  readonly states: readonly TickState[]
}

/** Those of a direction's last reach: most swaps over a state are of one slippage, and each moved state has its own steps. */
const movedByState = new WeakMap<TickState, { down?: MovedStates; up?: MovedStates }>()

/** @param reach in ticks */
function getMovedStates(state: TickState, swap: Swap, reach: number): readonly TickState[] {
  const both = movedByState.get(state) ?? {}
  movedByState.set(state, both)
  const way = swap.sellsToken0 ? 'down' : 'up'
  if (both[way]?.reach !== reach) both[way] = { reach, states: listMovedStates(state, swap, reach) }
  return both[way].states
}

function listMovedStates(state: TickState, { sellsToken0 }: Swap, reach: number): readonly TickState[] {
  const spread = places.map((place) => moveState(state, state.tick + Math.round(place * reach)))
  const [from, to] = [
    countTicksUpTo(state.ticks, state.tick - reach - 1),
    countTicksUpTo(state.ticks, state.tick + reach),
  ]
  const stride = Math.max(1, Math.ceil((to - from) / maxTicksTried))
  const atTicks = state.ticks.slice(from, to).flatMap(([tick], i) => {
    if (i % stride !== 0) return []
    return sellsToken0 ? moveState(state, tick) : moveState(state, tick - 1, sqrtPriceAtTick(tick) - 1n)
  })
  return [...spread, ...atTicks].flatMap((moved) => moved ?? [])
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

/** The state with its price at a tick, or at another one within it; `undefined` if it is not known there. */
function moveState(state: TickState, tick: number, sqrtPriceX96?: bigint): TickState | undefined {
  if (tick < state.knownFrom || tick > state.knownTo) return undefined
  const [from, to] = [countTicksUpTo(state.ticks, state.tick), countTicksUpTo(state.ticks, tick)]
  let { liquidity } = state
  for (let i = from; i < to; i += 1) liquidity += state.ticks[i]?.[1] ?? 0n
  for (let i = to; i < from; i += 1) liquidity -= state.ticks[i]?.[1] ?? 0n
  return liquidity < 0n ? undefined : { ...state, tick, liquidity, sqrtPriceX96: sqrtPriceX96 ?? sqrtPriceAtTick(tick) }
}
