import type { Protocol, Trade } from '#domain/protocol'
import { amount } from '#domain/units'

/** What a family says of trades whose output and whose next state it works out at once, over all that a pool holds. */
export function wholeTrades<State, Swapped extends { readonly out: bigint }>(
  swap: (state: State, trade: Trade) => Swapped | undefined,
  next: (state: State, swapped: Swapped) => State,
): Pick<Protocol<State>, 'amountOut' | 'after' | 'outOfRange'> {
  return {
    amountOut(state, trade) {
      const swapped = swap(state, trade)
      return swapped && amount(swapped.out)
    },
    after(state, trade) {
      const swapped = swap(state, trade)
      if (swapped === undefined) throw new RangeError('the pool cannot take this trade')
      return next(state, swapped)
    },
    outOfRange: () => false,
  }
}

/** The same over a part of what a pool holds: `'unknown'` where a trade goes beyond that. */
export function partTrades<State, Swapped extends { readonly out: bigint; readonly after: State }>(
  swap: (state: State, trade: Trade) => Swapped | 'refused' | 'unknown',
): Pick<Protocol<State>, 'amountOut' | 'after' | 'outOfRange'> {
  const done = (state: State, trade: Trade): Swapped | undefined => {
    const swapped = swap(state, trade)
    return typeof swapped === 'string' ? undefined : swapped
  }
  return {
    ...wholeTrades(done, (_, { after }) => after),
    outOfRange: (state, trade) => swap(state, trade) === 'unknown',
  }
}
