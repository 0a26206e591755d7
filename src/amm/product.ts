/**
 * Shared by all constant-product families. A family defines how its reserves and fee are read and what a swap costs; it
 * adds how its pools are found and the router's move.
 */
import type { LiquiditySegments, Protocol, Trade } from '#domain/pools/protocol'
import { type Amount, amount, gas, million } from '#domain/units'

export interface ProductState {
  /** Of token 0 and token 1, smallest units, each below 2^112. */
  readonly reserves: readonly [bigint, bigint]
  /** Taken from the input: one fee, or one for each input token. */
  readonly feePpm: number | readonly [token0: number, token1: number]
}

/** A pair's largest balance of a token: it stores its reserves as uint112. */
const maxReserve = (1n << 112n) - 1n

type ProductEngine<State> = Required<
  Pick<Protocol<State>, 'amountOut' | 'segments' | 'stateAfter' | 'gas' | 'isOutOfRange'>
>

/** @param swapGas of one swap of plain tokens, payment included */
export function createProductEngine<State extends ProductState>(swapGas: number): ProductEngine<State> {
  const cost = gas(BigInt(swapGas))
  return {
    amountOut: (state, trade) => computeProductOut(state, trade),
    segments: (state, way) => productToSegments(state, way, { swapGas }),
    stateAfter(state, trade) {
      const out = computeProductOut(state, trade)
      if (out === undefined) throw new RangeError('the pair cannot take this trade')
      const [r0, r1] = state.reserves
      const reserves =
        trade.from === 0 ? ([r0 + trade.amountIn, r1 - out] as const) : ([r0 - out, r1 + trade.amountIn] as const)
      return { ...state, reserves }
    },
    gas: () => cost,
    isOutOfRange: () => false,
  }
}

const getFeePpm = ({ feePpm }: Pick<ProductState, 'feePpm'>, from: number): number =>
  typeof feePpm === 'number' ? feePpm : feePpm[from === 0 ? 0 : 1]

/**
 * floor(in · (10^6 - fee) · reserveOut / (reserveIn · 10^6 + in · (10^6 - fee))): the greatest output that passes the
 * pair's own check of the product. Pairs count their fee in thousandths or ten-thousandths; the common factor cancels
 * in the quotient, so millionths floor to the same number. Source: UniswapV2Pair.swap of v2-core 1.0.1,
 * UniswapV2Library.getAmountOut of v2-periphery.
 *
 * @param max the pool's largest balance of the input token
 */
export function computeProductOut(
  state: ProductState,
  { from, amountIn }: Trade,
  max = maxReserve,
): Amount | undefined {
  const [r0, r1] = state.reserves
  const reserveIn = from === 0 ? r0 : r1
  if (reserveIn + amountIn > max) return undefined // the pair reverts: the reserve overflows

  const net = amountIn * (million - BigInt(getFeePpm(state, from)))
  const divisor = reserveIn * million + net
  const out = divisor === 0n ? 0n : (net * (from === 0 ? r1 : r0)) / divisor
  if (out === 0n || reserveIn === 0n) return undefined // the pair reverts on a zero output
  return amount(out)
}

/** One segment, down to the price at which the reserve of the input token is full. */
export function productToSegments(
  state: ProductState,
  { from }: Pick<Trade, 'from'>,
  { swapGas, max = maxReserve }: { readonly swapGas: number; readonly max?: bigint },
): LiquiditySegments {
  const [r0, r1] = state.reserves
  const [reserveIn, reserveOut] = from === 0 ? [Number(r0), Number(r1)] : [Number(r1), Number(r0)]
  const kept = 1 - getFeePpm(state, from) / 1_000_000
  const liquidity = Math.sqrt(reserveIn) * Math.sqrt(reserveOut)
  const begin = Math.sqrt(reserveOut / reserveIn)
  const full = liquidity / (reserveIn + kept * (Number(max) - reserveIn))
  const isEmpty = reserveIn === 0 || reserveOut === 0
  if (isEmpty || full >= begin) return { feeFactor: kept, sqrtPrices: [], liquidity: [], gas: [], isComplete: true }
  return { feeFactor: kept, sqrtPrices: [begin, full], liquidity: [liquidity], gas: [swapGas], isComplete: true }
}
