/**
 * What all constant-product families have in common. A family says how its reserves and its fee are read and what a swap
 * costs; it adds how its pools are found and the router's move.
 */
import type { Protocol, Stretches, Trade } from '#domain/protocol'
import { type Amount, amount, gas, million } from '#domain/units'

export interface ProductState {
  /** Of token 0 and token 1, smallest units, each below 2^112. */
  readonly reserves: readonly [bigint, bigint]
  /** Taken from what is sold: one, or one for each token that is sold. */
  readonly feePpm: number | readonly [token0: number, token1: number]
}

/** What a pair holds of a token at most: it keeps its reserves as uint112. */
const maxReserve = (1n << 112n) - 1n

type Engine<State> = Required<Pick<Protocol<State>, 'amountOut' | 'stretches' | 'after' | 'gas' | 'outOfRange'>>

/** @param swapGas of one swap of plain tokens, payment included */
export function productEngine<State extends ProductState>(swapGas: number): Engine<State> {
  const cost = gas(BigInt(swapGas))
  return {
    amountOut: (state, trade) => productOut(state, trade),
    stretches: (state, way) => productStretches(state, way, { swapGas }),
    after(state, trade) {
      const out = productOut(state, trade)
      if (out === undefined) throw new RangeError('the pair cannot take this trade')
      const [r0, r1] = state.reserves
      const reserves =
        trade.from === 0 ? ([r0 + trade.amountIn, r1 - out] as const) : ([r0 - out, r1 + trade.amountIn] as const)
      return { ...state, reserves }
    },
    gas: () => cost,
    outOfRange: () => false,
  }
}

const feeOf = ({ feePpm }: Pick<ProductState, 'feePpm'>, from: number): number =>
  typeof feePpm === 'number' ? feePpm : feePpm[from === 0 ? 0 : 1]

/**
 * floor(in · (10^6 - fee) · reserveOut / (reserveIn · 10^6 + in · (10^6 - fee))): the greatest output that
 * passes the pair's own check of the product. Pairs count their fee in thousandths or ten-thousandths; the
 * common factor cancels in the quotient, so millionths floor to the same number.
 * Source: UniswapV2Pair.swap of v2-core 1.0.1, UniswapV2Library.getAmountOut of v2-periphery.
 *
 * @param most what the pool may hold of the sold token
 */
export function productOut(state: ProductState, { from, amountIn }: Trade, most = maxReserve): Amount | undefined {
  const [r0, r1] = state.reserves
  const reserveIn = from === 0 ? r0 : r1
  if (reserveIn + amountIn > most) return undefined // the pair reverts: a reserve has so many bits

  const net = amountIn * (million - BigInt(feeOf(state, from)))
  const divisor = reserveIn * million + net
  const out = divisor === 0n ? 0n : (net * (from === 0 ? r1 : r0)) / divisor
  if (out === 0n || reserveIn === 0n) return undefined // the pair reverts: it gives something or nothing at all
  return amount(out)
}

/** One stretch, down to the price at which the sold reserve is full. */
export function productStretches(
  state: ProductState,
  { from }: Pick<Trade, 'from'>,
  { swapGas, most = maxReserve }: { readonly swapGas: number; readonly most?: bigint },
): Stretches {
  const [r0, r1] = state.reserves
  const [reserveIn, reserveOut] = from === 0 ? [Number(r0), Number(r1)] : [Number(r1), Number(r0)]
  const kept = 1 - feeOf(state, from) / 1_000_000
  const liquidity = Math.sqrt(reserveIn) * Math.sqrt(reserveOut)
  const begin = Math.sqrt(reserveOut / reserveIn)
  const full = liquidity / (reserveIn + kept * (Number(most) - reserveIn))
  const isEmpty = reserveIn === 0 || reserveOut === 0
  if (isEmpty || full >= begin) return { kept, roots: [], liquidity: [], gas: [], whole: true }
  return { kept, roots: [begin, full], liquidity: [liquidity], gas: [swapGas], whole: true }
}
