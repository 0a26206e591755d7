/** Segments of a pool. */
import { boundStableRounding, createStableSwapCurve, stableSwapToSegments } from '#amm/stable-swap-segments'
import type { LiquiditySegments, SegmentsRequest } from '#domain/pools/protocol'
import { movingFeeToSegments } from '#math/segments/moving-fee'
import { createMovingFee } from './amounts/fee.ts'
import type { CurveStableState } from './amounts/state.ts'
import { curveOf, getInvariant, scaleBalances } from './amounts/swap.ts'
import { classifyTrade } from './amounts/trade.ts'
import { metaPoolToSegments } from './meta-pool-segments.ts'

const noSegments: LiquiditySegments = { feeFactor: 1, sqrtPrices: [], liquidity: [], gas: [], isComplete: true }

/**
 * A pool counts in units of its own, 10^18 a token. One whose rates make a balance fewer units than this rounds trades so
 * coarsely that no curve says what it gives.
 */
const coarsestBalance = 10n ** 9n

export function toSegments(state: CurveStableState, direction: SegmentsRequest, gas: number): LiquiditySegments {
  const kind = state.over === undefined ? 'own' : classifyTrade(direction)
  const invariant = getInvariant(state)
  // no bound is known for a D that is not the curve's
  if (kind === undefined || invariant === undefined) return noSegments
  if (state.over !== undefined && getInvariant(state.over.base) === undefined) return noSegments
  if (state.over !== undefined && kind !== 'own') return metaPoolToSegments(state, state.over, direction, gas)
  const scaled = scaleBalances(state)
  if (scaled.some((balance) => balance < coarsestBalance)) return noSegments
  const { feeE10, offpegE10 } = state
  const curve = curveOf(state)
  const units = state.rates.map((rate) => Number(rate) / 1e18)
  if (offpegE10 === undefined || offpegE10 <= 10n ** 10n)
    return stableSwapToSegments({ scaled, curve, invariant, units, feeE10 }, direction, gas)

  const traded = createStableSwapCurve(scaled, direction, curve, invariant)
  const gross = (paid: number) => traded(paid).bought
  const [unitIn = 1, unitOut = 1] = [units[direction.from], units[direction.to]]
  const [held, other] = [Number(scaled[direction.from]), Number(scaled[direction.to])]
  const fee = createMovingFee({ feeE10, offpegE10 })
  const kept = (x: number): number => {
    const paid = x * unitIn
    return 1 - fee(held + paid / 2, other - gross(paid) / 2)
  }
  return movingFeeToSegments({
    give: (x) => gross(x * unitIn) / unitOut,
    feeFactor: kept,
    // The two balances approach each other and then diverge: the fee falls, and then grows.
    maxFeeFactor: (from, to) => {
      const isNearing = (x: number) => held + (x * unitIn) / 2 < other - gross(x * unitIn) / 2
      return isNearing(from) && !isNearing(to) ? 1 - Number(feeE10) / 1e10 : 0
    },
    maxInput: direction.maxInput,
    gas: () => gas,
    rounding: boundStableRounding(unitOut),
  })
}
