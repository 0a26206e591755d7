/**
 * Concentrated-liquidity pools: Uniswap v3 and the forks that keep its storage and its swap.
 * Source: UniswapV3Pool of v3-core 1.0.1.
 */
import type { LensRecord, Pool, Protocol, Trade } from '#domain/protocol'
import { ask } from '#domain/reads'
import { type Amount, amount, type Gas, gas } from '#domain/units'
import { getPool } from './abi.ts'
import { load } from './load.ts'
import type { Passed } from './next-stop.ts'
import type { State } from './state.ts'
import { cutStretches } from './stretches.ts'
import { bought, land, settle } from './swap.ts'

/**
 * Measured on the pool contract with plain tokens (`bench/swap-differential`), payment included: a swap inside
 * one stretch, the liquidity written once any tick is crossed, a tick, a word of the bitmap without one.
 */
const swapGas = 73_200
const crossingGas = 5_000
const tickGas = 23_800
const wordGas = 7_200

export const protocol: Protocol<State> = {
  kind: 'uniswap-v3',

  lens: { kind: 3, state: fromLens },

  *find(venue, pair) {
    const addresses = yield* ask(...venue.feesPpm.map((feePpm) => getPool(venue.factory, ...pair, feePpm)))
    const tokens = pair.toSorted()
    return venue.feesPpm.flatMap((feePpm, i) => {
      const address = addresses[i]
      return address === undefined ? [] : [{ venue, address, tokens, feePpm }]
    })
  },

  load,

  amountOut(state, trade): Amount | undefined {
    const landing = land(state, trade.from === 0, trade.amountIn)
    if (landing === 'full' || landing === 'unknown') return undefined
    const out = bought(state, trade.from === 0, landing)
    return out === 0n ? undefined : amount(out) // a pool would take a few units for nothing; nobody should give them
  },

  stretches: (state, { from }) => cutStretches(state, from === 0, gasAt),

  after(state, trade) {
    const landing = land(state, trade.from === 0, trade.amountIn)
    if (landing === 'full' || landing === 'unknown' || bought(state, trade.from === 0, landing) === 0n)
      throw new RangeError('the pool cannot take this trade')
    return settle(state, trade.from === 0, landing)
  },

  gas: gasOf,

  outOfRange: (state, trade) => land(state, trade.from === 0, trade.amountIn) === 'unknown',

  move: (pool, trade) => ({ move: 'callback', pool: pool.address, zeroForOne: trade.from === 0 }),
}

function gasOf(state: State, trade: Trade): Gas {
  const landing = land(state, trade.from === 0, trade.amountIn)
  if (landing === 'full' || landing === 'unknown') return gas(BigInt(swapGas))
  return gas(BigInt(gasAt(landing.stop)))
}

const gasAt = ({ crossed, emptyWords }: Passed): number =>
  swapGas + (crossed > 0 ? crossingGas : 0) + crossed * tickGas + emptyWords * wordGas

function fromLens(record: LensRecord, pool: Pool): State {
  if (record.kind !== 3) throw new RangeError(`a record of kind ${record.kind} for a pool with ticks`)
  const { kind: _, ...seen } = record
  return { ...seen, feePpm: pool.feePpm }
}
