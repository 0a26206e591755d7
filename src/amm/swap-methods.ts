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

/** Who asks for the state after a trade has often just asked for its output: the last swap is kept. */
function keepLast<State, Swapped>(
  swap: (state: State, trade: Trade) => Swapped,
): (state: State, trade: Trade) => Swapped {
  let last: { readonly state: State; readonly trade: Trade; readonly swapped: Swapped } | undefined
  return (state, trade) => {
    if (last === undefined || last.state !== state || !isSameTrade(last.trade, trade))
      last = { state, trade, swapped: swap(state, trade) }
    return last.swapped
  }
}

const isSameTrade = (a: Trade, b: Trade): boolean => a.amountIn === b.amountIn && a.from === b.from && a.to === b.to

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
