/**
 * Shared by all families of concentrated liquidity: reads ticks and computes amounts by walking them. A family defines
 * its selectors, how a state follows from what was read and what a swap costs; it adds how its pools are found and the
 * router's move.
 */
import type { LensRecord, Pool, Protocol, TickAccess, Trade } from '#domain/pools/protocol'
import { type Amount, amount, gas } from '#domain/units'
import { estimateTickGas, type TickGas, usualNewTickGas } from './gas.ts'
import { computeGasRise } from './gas-rise.ts'
import { loadTicks, type TickRecord } from './load.ts'
import { type GasAfterCrossings, ticksToSegments } from './segments.ts'
import type { TickState } from './state.ts'
import { amountOutAt, locateSwapEnd, type SwapEnd, stateAfter } from './swap.ts'

export interface TickFamily<State extends TickState> extends TickAccess {
  /** Builds a state from what was read. @throws PoolSkippedError, RangeError */
  readonly state: (record: TickRecord, pool: Pool) => State
  readonly gas: TickGas | ((state: State) => TickGas)
  /** The contract cannot count more of a token than this, in or out. */
  readonly max?: bigint
}

type TickEngine<State> = Required<
  Pick<
    Protocol<State>,
    'lens' | 'load' | 'amountOut' | 'segments' | 'stateAfter' | 'gas' | 'gasDetail' | 'gasRise' | 'isOutOfRange'
  >
>

export function createTickEngine<State extends TickState>(family: TickFamily<State>): TickEngine<State> {
  const { state: toState, gas: costs, max, ...asking } = family
  const costsOf = (state: State) => (typeof costs === 'function' ? costs(state) : costs)
  const read = (record: LensRecord, pool: Pool): State => {
    if (record.kind !== 3) throw new RangeError(`a record of kind ${record.kind} for a pool with ticks`)
    return toState(record, pool)
  }
  return {
    lens: { kind: 3, state: read, ...asking },
    load: (pool, extent = 'usual') => loadTicks({ toState: read, ...asking }, pool, extent),
    amountOut: (state, trade) => computeAmountOut(state, trade, max),
    segments: (state, { from }) => ticksToSegments(state, from === 0, gasAfter(costsOf(state))),
    stateAfter(state, trade) {
      const landing = locateSwapEnd(state, trade.from === 0, trade.amountIn)
      if (landing === 'full' || landing === 'unknown' || computeAmountOut(state, trade, max) === undefined)
        throw new RangeError('the pool cannot take this trade')
      return stateAfter(state, trade.from === 0, landing)
    },
    gas(state, trade) {
      const landing = locateSwapEnd(state, trade.from === 0, trade.amountIn)
      const passed = landing === 'full' || landing === 'unknown' ? { crossed: 0, emptyWords: 0 } : landing.step
      return gas(BigInt(estimateTickGas(costsOf(state), passed)))
    },
    gasDetail(state, { from, amountIn }) {
      const { beyond = 0, cleared = 0, newTick = usualNewTickGas } = costsOf(state)
      const landing = locateSwapEnd(state, from === 0, amountIn)
      const ofSale = typeof beyond === 'number' ? beyond : beyond[from === 0 ? 0 : 1]
      return { beyond: ofSale + (leavesTick(state, from === 0, landing) ? newTick : 0), cleared }
    },
    gasRise: (state, { from, amountIn }, share) =>
      computeGasRise(state, costsOf(state), { sellsToken0: from === 0, amountIn }, share),
    isOutOfRange: (state, trade) =>
      !exceeds(trade.amountIn, max) && locateSwapEnd(state, trade.from === 0, trade.amountIn) === 'unknown',
  }
}

const gasAfter =
  (costs: TickGas): GasAfterCrossings =>
  (crossed, emptyWords) =>
    estimateTickGas(costs, { crossed, emptyWords })

const leavesTick = (state: TickState, falls: boolean, landing: SwapEnd | 'full' | 'unknown'): boolean =>
  landing === 'full' || landing === 'unknown' || stateAfter(state, falls, landing).tick !== state.tick

const exceeds = (n: bigint, max: bigint | undefined): boolean => max !== undefined && n > max

function computeAmountOut(state: TickState, trade: Trade, max: bigint | undefined): Amount | undefined {
  if (exceeds(trade.amountIn, max)) return undefined
  const landing = locateSwapEnd(state, trade.from === 0, trade.amountIn)
  if (landing === 'full' || landing === 'unknown') return undefined
  const out = amountOutAt(state, trade.from === 0, landing)
  if (exceeds(out, max)) return undefined
  return out === 0n ? undefined : amount(out) // a pool would take a few units and return nothing: such a trade is refused
}
