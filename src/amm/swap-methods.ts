import type { Protocol, Trade } from '#domain/pools/protocol'
import { amount } from '#domain/units'

/** Protocol methods of a family that computes output and next state together and knows the whole pool. */
export function createSwapMethods<State, Swapped extends { readonly out: bigint }>(
  swap: (state: State, trade: Trade) => Swapped | undefined,
  next: (state: State, swapped: Swapped) => State,
): Pick<Protocol<State>, 'amountOut' | 'stateAfter' | 'isOutOfRange'> {
  const swapOnce = keepLast(swap)
  return {
    amountOut(state, trade) {
      const swapped = swapOnce(state, trade)
      return swapped && amount(swapped.out)
    },
    stateAfter(state, trade) {
      const swapped = swapOnce(state, trade)
      if (swapped === undefined) throw new RangeError('the pool cannot take this trade')
      return next(state, swapped)
    },
    isOutOfRange: () => false,
  }
}

/**
 * Who asks for the state after a trade has often just asked for its output: the last swap is kept, with the trade's own
 * values. States never change (`test/conformance`), so that one object is one state.
 */
function keepLast<State, Swapped>(
  swap: (state: State, trade: Trade) => Swapped,
): (state: State, trade: Trade) => Swapped {
  let last: (Trade & { readonly state: State; readonly swapped: Swapped }) | undefined
  return (state, trade) => {
    const { from, to, amountIn } = trade
    if (last?.state !== state || last.amountIn !== amountIn || last.from !== from || last.to !== to)
      last = { state, from, to, amountIn, swapped: swap(state, trade) }
    return last.swapped
  }
}

/** The same for a family that knows part of the pool: `'unknown'` if a trade leaves that part. */
export function createPartialSwapMethods<State, Swapped extends { readonly out: bigint; readonly after: State }>(
  swap: (state: State, trade: Trade) => Swapped | 'refused' | 'unknown',
): Pick<Protocol<State>, 'amountOut' | 'stateAfter' | 'isOutOfRange'> {
  const done = (state: State, trade: Trade): Swapped | undefined => {
    const swapped = swap(state, trade)
    return typeof swapped === 'string' ? undefined : swapped
  }
  return {
    ...createSwapMethods(done, (_, { after }) => after),
    isOutOfRange: (state, trade) => swap(state, trade) === 'unknown',
  }
}
