/** Output of a pool for an input. Source: FluidDexT1._swapIn, CoreHelpers._updateOracle and _utilizationVerify. */
import type { Trade } from '#domain/pools/protocol'
import { uint256 } from '#math/integers/uint256'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import {
  createCurves,
  divideTrade,
  type FluidCurve,
  type FluidCurvePart,
  type FluidCurveParts,
  type FluidCurves,
} from './curves.ts'
import { operate } from './layer.ts'
import { one } from './reserves.ts'
import type { FluidState, FluidToken } from './state.ts'

export interface FluidSwapResult {
  readonly out: bigint
  readonly after: FluidState
}

const minAdjusted = 1_000_000n
const maxAdjusted = (1n << 96n) - 1n
const minIn = 100n
const maxIn = (1n << 128n) - 1n
/** Real reserves of one token must be worth at least 1 / `maxUneven` of the other's. */
const maxUneven = 10_000n
const revenueUnit = 10n ** 8n
const part = 10n ** 18n
/** Of a price: 5 %. */
const maxMoved = part / 20n
/** The amount sent may exceed the amount counted by 1 %. */
const [excess, whole] = [10_100n, 10_000n]

const assertHolds = (holds: boolean, what: string): void => {
  if (!holds) throw new RangeError(`not so: ${what}`)
}

/** `undefined` if the pool or the layer below refuses the trade, or gives nothing for it. */
export const swap = (state: FluidState, trade: Trade): FluidSwapResult | undefined =>
  undefinedOnRangeError(() => swapOrRevert(state, trade, createCurves(state, trade.from === 0 ? 0 : 1)))

/** The same with known curves: for many trades of one state and direction. */
export const swapWithCurves = (state: FluidState, trade: Trade, curves: FluidCurves): FluidSwapResult | undefined =>
  undefinedOnRangeError(() => swapOrRevert(state, trade, curves))

function swapOrRevert(state: FluidState, trade: Trade, curves: FluidCurves): FluidSwapResult | undefined {
  const [sold, bought] = trade.from === 0 ? state.tokens : ([state.tokens[1], state.tokens[0]] as const)
  const paid = computePaid(sold, trade.amountIn, curves)
  const parts = divideTrade(curves, paid, state.feePpm)
  requireBalanced(state, trade.from, curves, parts)
  const credited = computeCredited(state, parts)
  requireNearAnchors(state.anchors, computePriceAfter(trade.from, curves, credited))

  const [supplied, paidBack] = [fromAdjusted(sold, credited.collateral.paid), fromAdjusted(sold, credited.debt.paid)]
  const [taken, borrowed] = [fromAdjusted(bought, parts.collateral.given), fromAdjusted(bought, parts.debt.given)]
  const counted = supplied + paidBack
  assertHolds(
    trade.amountIn >= counted && trade.amountIn <= (counted * excess) / whole,
    'what is sent is what is counted',
  )
  const out = taken + borrowed
  if (out === 0n) return undefined
  const soldAfter = operate({ ...sold, held: sold.held + trade.amountIn }, { supplied, owed: -paidBack })
  const boughtAfter = operate(bought, { supplied: -taken, owed: borrowed })
  const { mostWritten, written } = boughtAfter
  assertHolds(mostWritten === undefined || written.utilisation <= mostWritten, 'enough is left in the layer')
  const tokens = trade.from === 0 ? ([soldAfter, boughtAfter] as const) : ([boughtAfter, soldAfter] as const)
  return { out, after: { ...state, tokens } }
}

/** In 12 decimals. */
function computePaid({ up, down }: FluidToken, amountIn: bigint, { collateral, debt }: FluidCurves): bigint {
  const paid = (amountIn * up) / down
  assertHolds(
    paid >= minAdjusted && paid <= maxAdjusted && amountIn >= minIn && amountIn <= maxIn,
    'an amount to trade',
  )
  const deep = (collateral?.imaginaryIn ?? 0n) + (debt?.imaginaryIn ?? 0n)
  assertHolds(paid <= deep / 2n, 'no more than half of what there is')
  return paid
}

const fromAdjusted = ({ up, down }: FluidToken, adjusted: bigint): bigint => (adjusted * down) / up

/** The rest of the output token must not be negligible compared with the input token. */
function requireBalanced(
  { centre }: FluidState,
  from: number,
  curves: FluidCurves,
  { collateral, debt }: FluidCurveParts,
): void {
  const isEven = (curve: FluidCurve | undefined, { paid, given }: FluidCurvePart): boolean => {
    if (curve === undefined || paid === 0n) return true
    const [held, left] = [curve.realIn + paid, uint256(curve.realOut - given)]
    const min =
      from === 0 ? uint256(held * centre) / (one * maxUneven) : uint256(held * one) / uint256(centre * maxUneven)
    return left >= min
  }
  assertHolds(isEven(curves.collateral, collateral) && isEven(curves.debt, debt), 'enough of what is bought is left')
}

/** Without the part of the fee that leaves the pool. */
function computeCredited(
  { feePpm, revenuePercent }: FluidState,
  { collateral, debt }: FluidCurveParts,
): FluidCurveParts {
  const kept = revenueUnit - revenuePercent * feePpm
  const credited = ({ paid, given }: FluidCurvePart): FluidCurvePart => ({ paid: (paid * kept) / revenueUnit, given })
  return { collateral: credited(collateral), debt: credited(debt) }
}

/** Of token 0 in token 1, 27 decimals: that of the curve with the larger part. */
function computePriceAfter(from: number, curves: FluidCurves, { collateral, debt }: FluidCurveParts): bigint {
  const larger = collateral.paid > debt.paid
  const curve = larger ? curves.collateral : curves.debt
  const { paid, given } = larger ? collateral : debt
  if (curve === undefined) throw new RangeError('the larger part is that of no curve')
  const [held, left] = [curve.imaginaryIn + paid, uint256(curve.imaginaryOut - given)]
  return from === 0 ? uint256(left * one) / held : uint256(held * one) / left
}

function requireNearAnchors(anchors: readonly bigint[], price: bigint): void {
  const isNear = anchors.every((anchor) => {
    const moved = part - uint256(anchor * part) / price
    return moved <= maxMoved && moved >= -maxMoved
  })
  assertHolds(isNear, 'the price moves by no more than 5 %')
}
