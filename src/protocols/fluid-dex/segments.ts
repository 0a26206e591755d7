/**
 * Segments of a pool: two constant products side by side. The cheaper one trades alone until both have the same price.
 * The pool divides a trade before it takes the fee, which is never better than that. They end where it first refuses.
 */
import type { LiquiditySegments, Trade } from '#domain/pools/protocol'
import { amount } from '#domain/units'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { createCurves, type FluidCurve, type FluidCurves } from './curves.ts'
import type { FluidState, FluidToken } from './state.ts'
import { swapWithCurves } from './swap.ts'

/** Of a trade with one curve, and with both. */
export interface FluidGas {
  readonly one: number
  readonly both: number
}

const million = 1e6
/** Minimum ratio of the √prices of two segments. */
const minPriceRatio = 1 + 1e-9
/** Number of halvings tried, and of bisection steps to find the largest accepted input. */
const [halvings, steps] = [64, 20]

export function toSegments(state: FluidState, { from }: Pick<Trade, 'from'>, gas: FluidGas): LiquiditySegments {
  const kept = 1 - Number(state.feePpm) / million
  const nothing: LiquiditySegments = { feeFactor: kept, sqrtPrices: [], liquidity: [], gas: [], isComplete: true }
  const way = from === 0 ? 0 : 1
  const curves = undefinedOnRangeError(() => createCurves(state, way))
  const max = curves === undefined ? 0n : findMaxInput(state, way, curves)
  if (curves === undefined || max === 0n) return nothing
  const [sold, bought] = way === 0 ? state.tokens : ([state.tokens[1], state.tokens[0]] as const)
  const [first, second] = [curves.collateral, curves.debt]
    .flatMap((curve) => (curve === undefined ? [] : [toProduct(curve, sold, bought)]))
    .sort((a, b) => b.root - a.root)
  if (first === undefined) return nothing
  const cut = cutCurves([first, second], Number(max) * kept)
  const unit = (2 * Number(bought.down)) / Number(bought.up) + 1
  const lost = (2 * Number(sold.down)) / Number(sold.up) + 1
  return {
    feeFactor: kept,
    sqrtPrices: cut.roots,
    liquidity: cut.liquidity,
    gas: cut.liquidity.map((_, i) => (second !== undefined && i === cut.liquidity.length - 1 ? gas.both : gas.one)),
    // amounts are multiples of 10^-12 tokens, in each curve
    slack: cut.liquidity.map(() => 2 * unit + 2 * lost * first.root ** 2),
    isComplete: true,
  }
}

interface Product {
  readonly liquidity: number
  /** √ of the output per unit of input at the beginning. */
  readonly root: number
}

function toProduct({ imaginaryIn, imaginaryOut }: FluidCurve, sold: FluidToken, bought: FluidToken): Product {
  const held = (Number(imaginaryIn) * Number(sold.down)) / Number(sold.up)
  const left = (Number(imaginaryOut) * Number(bought.down)) / Number(bought.up)
  return { liquidity: Math.sqrt(held) * Math.sqrt(left), root: Math.sqrt(left / held) }
}

/** @param net the largest accepted input, without the fee */
function cutCurves([first, second]: readonly [Product, Product | undefined], net: number) {
  const after = ({ liquidity, root }: Product, sold: number): number => liquidity / (liquidity / root + sold)
  const alone = after(first, net)
  if (second === undefined || second.root <= alone * minPriceRatio)
    return { roots: [first.root, Math.min(alone, first.root / minPriceRatio)], liquidity: [first.liquidity] }
  const depth = first.liquidity + second.liquidity
  const both = { liquidity: depth, root: depth / (first.liquidity / first.root + second.liquidity / second.root) }
  if (second.root * minPriceRatio >= first.root) {
    const root = Math.max(first.root, both.root)
    return { roots: [root, Math.min(after({ ...both, root }, net), root / minPriceRatio)], liquidity: [depth] }
  }
  const reached = first.liquidity * (1 / second.root - 1 / first.root)
  const end = after({ liquidity: depth, root: second.root }, net - reached)
  return {
    roots: [first.root, second.root, Math.min(end, second.root / minPriceRatio)],
    liquidity: [first.liquidity, depth],
  }
}

/** In smallest units: about the largest input that the pool accepts, 0 if none. */
function findMaxInput(state: FluidState, from: 0 | 1, curves: FluidCurves): bigint {
  const { up, down } = state.tokens[from]
  const isTaken = (sold: bigint): boolean =>
    swapWithCurves(state, { from, to: 1 - from, amountIn: amount(sold) }, curves) !== undefined
  const deep = (curves.collateral?.imaginaryIn ?? 0n) + (curves.debt?.imaginaryIn ?? 0n)
  let [refused, taken] = [(deep * down) / up + 1n, 0n]
  for (let i = 0; i < halvings && taken === 0n && refused > 1n; i += 1) {
    if (isTaken(refused / 2n)) taken = refused / 2n
    else refused /= 2n
  }
  if (taken === 0n) return 0n
  for (let i = 0; i < steps; i += 1) {
    const middle = (taken + refused) / 2n
    if (isTaken(middle)) taken = middle
    else refused = middle
  }
  return taken
}
