/** Pools that exchange two tokens one to one, less a fee: the toy of the recipe, see `README.md`. */

import { ask } from '#domain/calls/reads'
import type { Protocol, Trade } from '#domain/pools/protocol'
import { type Amount, amount, gas, million } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { pegOf, reservesOf } from './abi.ts'

export interface ToyPegState {
  /** Token 0 and token 1, in smallest units. */
  readonly reserves: readonly [bigint, bigint]
  /** Of the input. */
  readonly feePpm: number
}

export const protocol: Protocol<ToyPegState> = {
  kind: 'toy-peg',
  proof: { proven: true, by: 'Peg of its sandbox folder' },

  *find(venue, pair) {
    const [found] = yield* ask(pegOf(venue.factory, ...pair))
    return found === undefined ? [] : [{ venue, tokens: pair.toSorted(), ...found }]
  },

  *load({ address, feePpm }) {
    const [reserves] = yield* ask(reservesOf(address))
    return { reserves, feePpm }
  },

  amountOut,

  stateAfter(state, trade) {
    const out = amountOut(state, trade)
    if (out === undefined) throw new RangeError('the pool cannot take this trade')
    const [r0, r1] = state.reserves
    const reserves =
      trade.from === 0 ? ([r0 + trade.amountIn, r1 - out] as const) : ([r0 - out, r1 + trade.amountIn] as const)
    return { ...state, reserves }
  },

  gas: () => gas(70_000n),

  isOutOfRange: () => false,

  move: ({ address }, { from }) => ({ move: 'adapter', pool: adapterAddress['toy-peg'], target: address, data: from }),
}

/** floor(in · (10^6 − fee) / 10^6), limited by the reserve. */
function amountOut({ reserves, feePpm }: ToyPegState, { from, amountIn }: Trade): Amount | undefined {
  const out = (amountIn * (million - BigInt(feePpm))) / million
  return out === 0n || out > reserves[from === 0 ? 1 : 0] ? undefined : amount(out)
}
