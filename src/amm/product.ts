/**
 * Shared by all constant-product families. A family defines how its reserves and fee are read and what a swap costs; it
 * adds how its pools are found and the router's move.
 */
import type { LiquiditySegments, Protocol, Trade } from '#domain/pools/protocol'
import { applyTransferFee, type TransferFees } from '#domain/pools/transfer-fee'
import { type Amount, amount, gas, million } from '#domain/units'

export interface ProductState {
  /** Of token 0 and token 1, smallest units, each below 2^112. */
  readonly reserves: readonly [bigint, bigint]
  /** Taken from the input: one fee, or one for each input token. */
  readonly feePpm: number | readonly [token0: number, token1: number]
  /** What the tokens themselves keep of transfers, for each that does. Inputs are sent amounts, outputs what arrives. */
  readonly transferFees?: readonly (TransferFees | undefined)[]
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
      if (computeProductOut(state, trade) === undefined) throw new RangeError('the pair cannot take this trade')
      const [r0, r1] = state.reserves
      const received = receivedByPair(state, trade)
      const sent = computeSent(state, { ...trade, amountIn: received }) ?? 0n
      const reserves = trade.from === 0 ? ([r0 + received, r1 - sent] as const) : ([r0 - sent, r1 + received] as const)
      return { ...state, reserves }
    },
    gas: () => cost,
    isOutOfRange: () => false,
  }
}

const getFeePpm = ({ feePpm }: Pick<ProductState, 'feePpm'>, from: number): number =>
  typeof feePpm === 'number' ? feePpm : feePpm[from === 0 ? 0 : 1]

/** What the pair gets of an input. */
const receivedByPair = ({ transferFees }: ProductState, { from, amountIn }: Trade): Amount => {
  const fees = transferFees?.[from]
  return fees === undefined ? amountIn : amount(applyTransferFee(fees.sold, amountIn))
}

/**
 * What arrives of the pair's output, for what is sent to it; the same numbers unless a token keeps a part of them.
 *
 * @param max the pool's largest balance of the input token
 */
export function computeProductOut(state: ProductState, trade: Trade, max = maxReserve): Amount | undefined {
  const out = computeSent(state, { ...trade, amountIn: receivedByPair(state, trade) }, max)
  const fees = state.transferFees?.[trade.to]
  if (out === undefined || fees === undefined) return out
  const arrived = applyTransferFee(fees.bought, out)
  return arrived === 0n ? undefined : amount(arrived)
}

/**
 * floor(in · (10^6 - fee) · reserveOut / (reserveIn · 10^6 + in · (10^6 - fee))): the greatest output that passes the
 * pair's own check of the product. Pairs count their fee in thousandths or ten-thousandths; the common factor cancels
 * in the quotient, so millionths floor to the same number. Source: UniswapV2Pair.swap of v2-core 1.0.1,
 * UniswapV2Library.getAmountOut of v2-periphery.
 */
function computeSent(state: ProductState, { from, amountIn }: Trade, max = maxReserve): Amount | undefined {
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
  { from, to }: Pick<Trade, 'from' | 'to'>,
  { swapGas, max = maxReserve }: { readonly swapGas: number; readonly max?: bigint },
): LiquiditySegments {
  const [r0, r1] = state.reserves
  const reserveIn = Number(from === 0 ? r0 : r1)
  const reserveOut = Number(from === 0 ? r1 : r0)
  const { transferFees } = state
  const arriving = 1 - (transferFees?.[from]?.sold.ppm ?? 0) / 1_000_000
  const leaving = 1 - (transferFees?.[to]?.bought.ppm ?? 0) / 1_000_000
  const kept = 1 - getFeePpm(state, from) / 1_000_000
  // a fee on the output lowers every price by the same factor
  const part = Math.sqrt(leaving)
  const liquidity = Math.sqrt(reserveIn) * Math.sqrt(reserveOut) * part
  const begin = Math.sqrt(reserveOut / reserveIn) * part
  const full = liquidity / (reserveIn + kept * (Number(max) - reserveIn))
  const feeFactor = kept * arriving
  const isEmpty = reserveIn === 0 || reserveOut === 0
  if (isEmpty || full >= begin) return { feeFactor, sqrtPrices: [], liquidity: [], gas: [], isComplete: true }
  const segments = { feeFactor, sqrtPrices: [begin, full], liquidity: [liquidity], gas: [swapGas], isComplete: true }
  if (transferFees === undefined) return segments
  return { ...segments, slack: [2 + begin ** 2] } // fees are rounded to units
}
