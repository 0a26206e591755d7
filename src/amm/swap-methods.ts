import type { Protocol, Trade } from '#domain/pools/protocol'
import { amount } from '#domain/units'

/** Protocol methods of a family that computes output and next state together and knows the whole pool. */
export function createSwapMethods<State, Swapped extends { readonly out: bigint }>(
  swap: (state: State, trade: Trade) => Swapped | undefined,
  next: (state: State, swapped: Swapped) => State,
): Pick<Protocol<State>, 'amountOut' | 'stateAfter' | 'isOutOfRange'> {
  return {
    amountOut(state, trade) {
      const swapped = swap(state, trade)
      return swapped && amount(swapped.out)
    },
    stateAfter(state, trade) {
      const swapped = swap(state, trade)
      if (swapped === undefined) throw new RangeError('the pool cannot take this trade')
      return next(state, swapped)
    },
    isOutOfRange: () => false,
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
