/** Output of a pool for an input. Source: Pool.getAmountOut and Pool.swap of Aerodrome (Velodrome v2). */
import type { Trade } from '#domain/pools/protocol'
import { uint256 } from '#math/integers/uint256'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { computeInvariant, type SolidlyScales, scaleAmount, solveY, wad } from './stable-curve.ts'
import type { SolidlyState } from './state.ts'

const feeUnit = 10_000n

type Pair = readonly [bigint, bigint]

/** In smallest units. */
export interface SolidlySwapResult {
  readonly out: bigint
  /** After the trade; the fee has left the pool. */
  readonly reserves: Pair
}

/** `undefined` if the pool refuses the trade or gives nothing for it. */
export const swap = (state: SolidlyState, trade: Trade): SolidlySwapResult | undefined =>
  undefinedOnRangeError(() => swapOrRevert(state, trade))

function swapOrRevert(
  { reserves, curve, feeE4 }: SolidlyState,
  { from, amountIn }: Trade,
): SolidlySwapResult | undefined {
  const net = amountIn - uint256(amountIn * feeE4) / feeUnit
  const [held, given] = from === 0 ? reserves : ([reserves[1], reserves[0]] as const)
  const out =
    curve.kind === 'stable'
      ? computeStableOut(reserves, curve.scales, from, net)
      : uint256(net * given) / uint256(held + net)
  if (amountIn === 0n || out === 0n || out >= given) return undefined

  const [sold, left] = [uint256(held + net), given - out]
  const after: Pair = from === 0 ? [sold, left] : [left, sold]
  const k = curve.kind === 'stable' ? (pair: Pair) => computeInvariant(pair, curve.scales) : computePlainProduct
  // If scaling or Newton's last step lost a unit, the pool refuses its own answer.
  return k(after) < k(reserves) ? undefined : { out, reserves: after }
}

const computePlainProduct = ([a, b]: Pair): bigint => uint256(a * b)

function computeStableOut(reserves: Pair, scales: SolidlyScales, from: number, net: bigint): bigint {
  const k = computeInvariant(reserves, scales)
  const [scaleIn, scaleOut] = from === 0 ? scales : ([scales[1], scales[0]] as const)
  const [heldIn, heldOut] = from === 0 ? reserves : ([reserves[1], reserves[0]] as const)
  const [x, y] = [scaleAmount(heldIn, scaleIn), scaleAmount(heldOut, scaleOut)]
  const left = solveY(uint256(x + scaleAmount(net, scaleIn)), k, y, scales)
  return uint256(uint256(y - left) * scaleOut) / wad
}
