/** What a pool gives for an input. Source: FluidDexT1._swapIn, CoreHelpers._updateOracle and _utilizationVerify. */
import type { Trade } from '#domain/protocol'
import { uint256 } from '#math/uint256'
import { unlessRefused } from '#math/unless-refused'
import { type Curve, type Curves, curvesOf, divided, type Part, type Parts } from './curves.ts'
import { operate } from './layer.ts'
import { one } from './reserves.ts'
import type { State, TokenState } from './state.ts'

export interface Swapped {
  readonly out: bigint
  readonly after: State
}

const leastAdjusted = 1_000_000n
const mostAdjusted = (1n << 96n) - 1n
const leastIn = 100n
const mostIn = (1n << 128n) - 1n
/** Real reserves of the one are worth at least this part of those of the other. */
const mostUneven = 10_000n
const revenueUnit = 10n ** 8n
const part = 10n ** 18n
/** Of a price: 5 %. */
const mostMoved = part / 20n
/** What is sent may exceed what is counted by 1 %. */
const [excess, whole] = [10_100n, 10_000n]

const demand = (holds: boolean, what: string): void => {
  if (!holds) throw new RangeError(`not so: ${what}`)
}

/** `undefined` where the pool or the layer below refuses the trade, or gives nothing for it. */
export const swap = (state: State, trade: Trade): Swapped | undefined =>
  unlessRefused(() => swapOrRevert(state, trade, curvesOf(state, trade.from === 0 ? 0 : 1)))

/** The same where the curves are known: many trades of one state and way. */
export const swapOn = (state: State, trade: Trade, curves: Curves): Swapped | undefined =>
  unlessRefused(() => swapOrRevert(state, trade, curves))

function swapOrRevert(state: State, trade: Trade, curves: Curves): Swapped | undefined {
  const [sold, bought] = trade.from === 0 ? state.tokens : ([state.tokens[1], state.tokens[0]] as const)
  const paid = paidOf(sold, trade.amountIn, curves)
  const parts = divided(curves, paid, state.feePpm)
  demandEven(state, trade.from, curves, parts)
  const credited = creditedOf(state, parts)
  demandNear(state.anchors, priceAfter(trade.from, curves, credited))

  const [supplied, paidBack] = [tokenOf(sold, credited.collateral.paid), tokenOf(sold, credited.debt.paid)]
  const [taken, borrowed] = [tokenOf(bought, parts.collateral.given), tokenOf(bought, parts.debt.given)]
  const counted = supplied + paidBack
  demand(trade.amountIn >= counted && trade.amountIn <= (counted * excess) / whole, 'what is sent is what is counted')
  const out = taken + borrowed
  if (out === 0n) return undefined
  const soldAfter = operate({ ...sold, held: sold.held + trade.amountIn }, { supplied, owed: -paidBack })
  const boughtAfter = operate(bought, { supplied: -taken, owed: borrowed })
  const { mostWritten, written } = boughtAfter
  demand(mostWritten === undefined || written.utilisation <= mostWritten, 'enough is left in the layer')
  const tokens = trade.from === 0 ? ([soldAfter, boughtAfter] as const) : ([boughtAfter, soldAfter] as const)
  return { out, after: { ...state, tokens } }
}

/** In 12 decimals. */
function paidOf({ up, down }: TokenState, amountIn: bigint, { collateral, debt }: Curves): bigint {
  const paid = (amountIn * up) / down
  demand(
    paid >= leastAdjusted && paid <= mostAdjusted && amountIn >= leastIn && amountIn <= mostIn,
    'an amount to trade',
  )
  const deep = (collateral?.imaginaryIn ?? 0n) + (debt?.imaginaryIn ?? 0n)
  demand(paid <= deep / 2n, 'no more than half of what there is')
  return paid
}

const tokenOf = ({ up, down }: TokenState, adjusted: bigint): bigint => (adjusted * down) / up

/** What is left of the bought token may not be next to nothing beside the sold one. */
function demandEven({ centre }: State, from: number, curves: Curves, { collateral, debt }: Parts): void {
  const isEven = (curve: Curve | undefined, { paid, given }: Part): boolean => {
    if (curve === undefined || paid === 0n) return true
    const [held, left] = [curve.realIn + paid, uint256(curve.realOut - given)]
    const least =
      from === 0 ? uint256(held * centre) / (one * mostUneven) : uint256(held * one) / uint256(centre * mostUneven)
    return left >= least
  }
  demand(isEven(curves.collateral, collateral) && isEven(curves.debt, debt), 'enough of what is bought is left')
}

/** Without the part of the fee that leaves the pool. */
function creditedOf({ feePpm, revenuePercent }: State, { collateral, debt }: Parts): Parts {
  const kept = revenueUnit - revenuePercent * feePpm
  const credited = ({ paid, given }: Part): Part => ({ paid: (paid * kept) / revenueUnit, given })
  return { collateral: credited(collateral), debt: credited(debt) }
}

/** Of token 0 in token 1, 27 decimals: that of the curve which took more. */
function priceAfter(from: number, curves: Curves, { collateral, debt }: Parts): bigint {
  const larger = collateral.paid > debt.paid
  const curve = larger ? curves.collateral : curves.debt
  const { paid, given } = larger ? collateral : debt
  if (curve === undefined) throw new RangeError('the larger part is that of no curve')
  const [held, left] = [curve.imaginaryIn + paid, uint256(curve.imaginaryOut - given)]
  return from === 0 ? uint256(left * one) / held : uint256(held * one) / left
}

function demandNear(anchors: readonly bigint[], price: bigint): void {
  const isNear = anchors.every((anchor) => {
    const moved = part - uint256(anchor * part) / price
    return moved <= mostMoved && moved >= -mostMoved
  })
  demand(isNear, 'the price moves by no more than 5 %')
}
