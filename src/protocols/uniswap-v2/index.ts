/**
 * Constant-product pairs: Uniswap v2 and its forks, which differ by factory and fee only.
 * Source: UniswapV2Pair.swap of v2-core 1.0.1, UniswapV2Library.getAmountOut of v2-periphery.
 */
import type { LensRecord, Pool, Protocol, Stretches, Trade } from '#domain/protocol'
import { ask } from '#domain/reads'
import { type Amount, amount, gas, million } from '#domain/units'
import { getPair, getReserves } from './abi.ts'

export interface State {
  /** Of token 0 and token 1, smallest units, each below 2^112. */
  readonly reserves: readonly [bigint, bigint]
  /** Taken from what is sold. */
  readonly feePpm: number
}

const maxReserve = (1n << 112n) - 1n
/** Measured on the pair contract with plain tokens (`bench/swap-differential`), payment included. */
const swapGas = gas(56_900n)

export const protocol: Protocol<State> = {
  kind: 'uniswap-v2',

  lens: { kind: 2, state: fromLens },

  *find(venue, pair) {
    const [address] = yield* ask(getPair(venue.factory, ...pair))
    const [feePpm] = venue.feesPpm
    if (feePpm === undefined) throw new RangeError(`${venue.name} has no fee`)
    return address === undefined ? [] : [{ venue, address, tokens: pair.toSorted(), feePpm }]
  },

  *load(pool) {
    const [reserves] = yield* ask(getReserves(pool.address))
    return { reserves, feePpm: pool.feePpm }
  },

  amountOut,

  stretches({ reserves: [r0, r1], feePpm }, { from }) {
    const [reserveIn, reserveOut] = from === 0 ? [r0, r1] : [r1, r0]
    return oneStretch(Number(reserveIn), Number(reserveOut), feePpm)
  },

  after(state, trade) {
    const out = amountOut(state, trade)
    if (out === undefined) throw new RangeError('the pair cannot take this trade')
    const [r0, r1] = state.reserves
    const reserves =
      trade.from === 0 ? ([r0 + trade.amountIn, r1 - out] as const) : ([r0 - out, r1 + trade.amountIn] as const)
    return { ...state, reserves }
  },

  gas: () => swapGas,

  outOfRange: () => false,

  move: (pool, trade) => ({
    move: 'push',
    pool: pool.address,
    zeroForOne: trade.from === 0,
    feePpm: pool.feePpm,
  }),
}

/**
 * floor(in · (10^6 - fee) · reserveOut / (reserveIn · 10^6 + in · (10^6 - fee))): the greatest output that
 * passes the pair's own check of the product. Pairs count their fee in thousandths or ten-thousandths; the
 * common factor cancels in the quotient, so millionths floor to the same number.
 */
function amountOut({ reserves: [r0, r1], feePpm }: State, { from, amountIn }: Trade): Amount | undefined {
  const reserveIn = from === 0 ? r0 : r1
  if (reserveIn + amountIn > maxReserve) return undefined // the pair reverts: reserves are uint112

  const net = amountIn * (million - BigInt(feePpm))
  const divisor = reserveIn * million + net
  const out = divisor === 0n ? 0n : (net * (from === 0 ? r1 : r0)) / divisor
  if (out === 0n || reserveIn === 0n) return undefined // the pair reverts: it gives something or nothing at all
  return amount(out)
}

/** Down to the price at which the sold reserve is full. */
function oneStretch(reserveIn: number, reserveOut: number, feePpm: number): Stretches {
  const kept = 1 - feePpm / 1_000_000
  const isEmpty = reserveIn === 0 || reserveOut === 0
  const liquidity = Math.sqrt(reserveIn) * Math.sqrt(reserveOut)
  const begin = Math.sqrt(reserveOut / reserveIn)
  const full = liquidity / (reserveIn + kept * (Number(maxReserve) - reserveIn))
  if (isEmpty || full >= begin) return { kept, roots: [], liquidity: [], gas: [], whole: true }
  return { kept, roots: [begin, full], liquidity: [liquidity], gas: [Number(swapGas)], whole: true }
}

function fromLens(record: LensRecord, pool: Pool): State {
  if (record.kind !== 2) throw new RangeError(`a record of kind ${record.kind} for a pair`)
  return { reserves: record.reserves, feePpm: pool.feePpm }
}
