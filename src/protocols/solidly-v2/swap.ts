/** What a pool gives for an input. Source: Pool.getAmountOut and Pool.swap of Aerodrome (Velodrome v2). */
import type { Trade } from '#domain/protocol'
import { uint256 } from '#math/uint256'
import { unlessRefused } from '#math/unless-refused'
import { invariant, type Scales, scaled, solveY, wad } from './stable-curve.ts'
import type { State } from './state.ts'

const feeUnit = 10_000n

type Pair = readonly [bigint, bigint]

/** Of smallest units. */
export interface Swapped {
  readonly out: bigint
  /** After the trade; the fee has left the pool. */
  readonly reserves: Pair
}

/** `undefined` where the pool refuses the trade or gives nothing for it. */
export const swap = (state: State, trade: Trade): Swapped | undefined => unlessRefused(() => swapOrRevert(state, trade))

function swapOrRevert({ reserves, curve, feeE4 }: State, { from, amountIn }: Trade): Swapped | undefined {
  const net = amountIn - uint256(amountIn * feeE4) / feeUnit
  const [held, given] = from === 0 ? reserves : ([reserves[1], reserves[0]] as const)
  const out =
    curve.kind === 'stable' ? stableOut(reserves, curve.scales, from, net) : uint256(net * given) / uint256(held + net)
  if (amountIn === 0n || out === 0n || out >= given) return undefined

  const [sold, left] = [uint256(held + net), given - out]
  const after: Pair = from === 0 ? [sold, left] : [left, sold]
  const k = curve.kind === 'stable' ? (pair: Pair) => invariant(pair, curve.scales) : plainProduct
  // Where scaling or Newton's last step lost a unit, the pool refuses its own answer.
  return k(after) < k(reserves) ? undefined : { out, reserves: after }
}

const plainProduct = ([a, b]: Pair): bigint => uint256(a * b)

function stableOut(reserves: Pair, scales: Scales, from: number, net: bigint): bigint {
  const k = invariant(reserves, scales)
  const [scaleIn, scaleOut] = from === 0 ? scales : ([scales[1], scales[0]] as const)
  const [heldIn, heldOut] = from === 0 ? reserves : ([reserves[1], reserves[0]] as const)
  const [x, y] = [scaled(heldIn, scaleIn), scaled(heldOut, scaleOut)]
  const left = solveY(uint256(x + scaled(net, scaleIn)), k, y, scales)
  return uint256(uint256(y - left) * scaleOut) / wad
}
