/**
 * What all families of concentrated liquidity have in common: reading ticks, and amounts by walking them. A family says
 * how its parts are asked for, how a state follows from them and what a swap costs; it adds how its pools are found and
 * the router's move.
 */
import type { LensRecord, Pool, Protocol, TickAsking, Trade } from '#domain/protocol'
import { type Amount, amount, gas } from '#domain/units'
import { gasAfter, type TickGas } from './gas.ts'
import { loadTicks, type TickRecord } from './load.ts'
import type { TickState } from './state.ts'
import { cutStretches } from './stretches.ts'
import { bought, land, settle } from './swap.ts'

export interface TickFamily<State extends TickState> extends TickAsking {
  /** How a state follows from what was read. @throws LeftOut, RangeError */
  readonly state: (record: TickRecord, pool: Pool) => State
  readonly gas: TickGas | ((state: State) => TickGas)
  /** More of a token than this the contract cannot count, in or out. */
  readonly most?: bigint
}

type Engine<State> = Required<
  Pick<Protocol<State>, 'lens' | 'load' | 'amountOut' | 'stretches' | 'after' | 'gas' | 'outOfRange'>
>

export function tickEngine<State extends TickState>(family: TickFamily<State>): Engine<State> {
  const { state: toState, gas: costs, most, ...asking } = family
  const costsOf = (state: State) => (typeof costs === 'function' ? costs(state) : costs)
  const read = (record: LensRecord, pool: Pool): State => {
    if (record.kind !== 3) throw new RangeError(`a record of kind ${record.kind} for a pool with ticks`)
    return toState(record, pool)
  }
  return {
    lens: { kind: 3, state: read, ...asking },
    load: (pool, extent = 'usual') => loadTicks({ read, ...asking }, pool, extent),
    amountOut: (state, trade) => amountOf(state, trade, most),
    stretches: (state, { from }) => cutStretches(state, from === 0, (passed) => gasAfter(costsOf(state), passed)),
    after(state, trade) {
      const landing = land(state, trade.from === 0, trade.amountIn)
      if (landing === 'full' || landing === 'unknown' || amountOf(state, trade, most) === undefined)
        throw new RangeError('the pool cannot take this trade')
      return settle(state, trade.from === 0, landing)
    },
    gas(state, trade) {
      const landing = land(state, trade.from === 0, trade.amountIn)
      const passed = landing === 'full' || landing === 'unknown' ? { crossed: 0, emptyWords: 0 } : landing.stop
      return gas(BigInt(gasAfter(costsOf(state), passed)))
    },
    outOfRange: (state, trade) =>
      !exceeds(trade.amountIn, most) && land(state, trade.from === 0, trade.amountIn) === 'unknown',
  }
}

const exceeds = (n: bigint, most: bigint | undefined): boolean => most !== undefined && n > most

function amountOf(state: TickState, trade: Trade, most: bigint | undefined): Amount | undefined {
  if (exceeds(trade.amountIn, most)) return undefined
  const landing = land(state, trade.from === 0, trade.amountIn)
  if (landing === 'full' || landing === 'unknown') return undefined
  const out = bought(state, trade.from === 0, landing)
  if (exceeds(out, most)) return undefined
  return out === 0n ? undefined : amount(out) // a pool would take a few units for nothing; nobody should give them
}
