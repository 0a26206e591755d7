/**
 * Output of a pool for an input. Source: SyncSwapClassicPool and SyncSwapStablePool, swap and _getAmountOut;
 * StableMath.
 */
import { computeProductOut, type ProductState } from '#amm/product'
import { type Amplification, solveBalance, solveInvariant } from '#amm/stable-swap'
import type { Trade } from '#domain/pools/protocol'
import { uint256 } from '#math/integers/uint256'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import type { SyncSwapState } from './state.ts'

const feeUnit = 100_000n
const ppmOfFee = 10

/** The amplification of all stable pools. */
export const stableCurve: Amplification = { a: 1_000n, precision: 1n, dividedOnce: true, acceptsUnconverged: true }
/** A pool's largest balance of a token: a classic one in smallest units, a stable one in 18 decimals. */
export const maxReserves = { classic: (1n << 128n) - 1n, stable: 3_802_571_709_128_108_338_056_982_581_425_910_818n }

type Pair = readonly [bigint, bigint]

/** In smallest units. */
export interface SyncSwapSwapResult {
  readonly out: bigint
  /** After the trade; the fee stays in the pool. */
  readonly reserves: Pair
}

/** `undefined` if the pool refuses the trade or gives nothing for it. */
export const swap = (state: SyncSwapState, trade: Trade): SyncSwapSwapResult | undefined =>
  undefinedOnRangeError(() => swapOrRevert(state, trade))

/** A classic pool as a constant-product state; its fee is no finer than millionths. */
export const toProductState = ({ reserves, feesE5 }: SyncSwapState): ProductState => ({
  reserves,
  feePpm: [Number(feesE5[0]) * ppmOfFee, Number(feesE5[1]) * ppmOfFee],
})

function swapOrRevert(state: SyncSwapState, trade: Trade): SyncSwapSwapResult | undefined {
  const { reserves, feesE5, multipliers = [1n, 1n] } = state
  const sells0 = trade.from === 0
  const kept = uint256(feeUnit - feesE5[sells0 ? 0 : 1])
  const out =
    state.multipliers === undefined ? computeClassicOut(state, trade, kept) : computeStableOut(state, trade, kept)
  if (trade.amountIn === 0n || out === undefined || out === 0n) return undefined

  const [r0, r1] = reserves
  const after: Pair = sells0
    ? [uint256(r0 + trade.amountIn), uint256(r1 - out)]
    : [uint256(r0 - out), uint256(r1 + trade.amountIn)]
  const max = state.multipliers === undefined ? maxReserves.classic : maxReserves.stable
  return after.every((held, i) => held * (multipliers[i] ?? 1n) <= max) ? { out, reserves: after } : undefined
}

function computeClassicOut(state: SyncSwapState, trade: Trade, kept: bigint): bigint | undefined {
  // if the contract's product overflows, it reverts
  uint256(trade.amountIn * kept * state.reserves[trade.from === 0 ? 1 : 0])
  return computeProductOut(toProductState(state), trade, maxReserves.classic)
}

/** The fee is rounded down, and one unit less is given than the curve leaves. */
function computeStableOut(
  { reserves, multipliers = [1n, 1n] }: SyncSwapState,
  { from, amountIn }: Trade,
  kept: bigint,
): bigint {
  const to = from === 0 ? 1 : 0
  const net = amountIn - (amountIn * (feeUnit - kept)) / feeUnit
  const scaled = [uint256(reserves[0] * multipliers[0]), uint256(reserves[1] * multipliers[1])]
  const paid = scaled.map((one, i) => (i === from ? uint256(one + net * multipliers[from === 0 ? 0 : 1]) : one))
  const left = solveBalance(paid, to, solveInvariant(scaled, stableCurve), stableCurve)
  return uint256((scaled[to] ?? 0n) - left - 1n) / multipliers[to]
}
