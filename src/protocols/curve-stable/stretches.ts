/** A pool as the search sees it. */
import { stableRounding, stableStretches, stableSwapCurve } from '#amm/stable-swap-stretches'
import type { Stretches, Trade } from '#domain/protocol'
import { movingStretches } from '#math/moving-fee-stretches'
import { movingFeeFloat } from './fee.ts'
import { overStretches } from './over-stretches.ts'
import type { State } from './state.ts'
import { curveOf, scaledBalances } from './swap.ts'
import { wayOf } from './trade.ts'

type Way = Pick<Trade, 'from' | 'to'>

const none: Stretches = { kept: 1, roots: [], liquidity: [], gas: [], whole: true }

export function stretches(state: State, way: Way, gas: number): Stretches {
  const kind = state.over === undefined ? 'own' : wayOf(way)
  if (kind === undefined) return none
  if (state.over !== undefined && kind !== 'own') return overStretches(state, state.over, way, gas)
  const scaled = scaledBalances(state)
  if (scaled.includes(0n)) return none
  const { feeE10, offpegE10 } = state
  const curve = curveOf(state)
  const units = state.rates.map((rate) => Number(rate) / 1e18)
  if (offpegE10 === undefined || offpegE10 <= 10n ** 10n)
    return stableStretches({ scaled, curve, units, feeE10 }, way, gas)

  const traded = stableSwapCurve(scaled, way, curve)
  const gross = (paid: number) => traded(paid).bought
  const [unitIn = 1, unitOut = 1] = [units[way.from], units[way.to]]
  const [held, other] = [Number(scaled[way.from]), Number(scaled[way.to])]
  const kept = (x: number): number => {
    const paid = x * unitIn
    return 1 - movingFeeFloat({ feeE10, offpegE10 }, held + paid / 2, other - gross(paid) / 2)
  }
  return movingStretches({
    give: (x) => gross(x * unitIn) / unitOut,
    kept,
    // The two balances only near each other, and then part: the fee falls, and then grows.
    mostKept: (from, to) => {
      const isNearing = (x: number) => held + (x * unitIn) / 2 < other - gross(x * unitIn) / 2
      return isNearing(from) && !isNearing(to) ? 1 - Number(feeE10) / 1e10 : Math.max(kept(from), kept(to))
    },
    gas: () => gas,
    rounding: stableRounding(unitOut),
  })
}
