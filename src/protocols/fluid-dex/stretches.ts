/**
 * A pool as the search sees it: two constant products side by side, of which the cheaper is sold to alone until both have one
 * price. The pool divides a trade before it takes the fee, which is never better than that. They end where it first refuses.
 */
import type { Stretches, Trade } from '#domain/protocol'
import { amount } from '#domain/units'
import { unlessRefused } from '#math/unless-refused'
import { type Curve, type Curves, curvesOf } from './curves.ts'
import type { State, TokenState } from './state.ts'
import { swapOn } from './swap.ts'

/** Of a trade with one curve, and with both. */
export interface Gas {
  readonly one: number
  readonly both: number
}

const million = 1e6
/** By how much of the price two stretches have to differ. */
const even = 1 + 1e-9
/** How often half is tried, and how closely the most that is taken is known then. */
const [halvings, steps] = [64, 20]

export function stretches(state: State, { from }: Pick<Trade, 'from'>, gas: Gas): Stretches {
  const kept = 1 - Number(state.feePpm) / million
  const nothing: Stretches = { kept, roots: [], liquidity: [], gas: [], whole: true }
  const way = from === 0 ? 0 : 1
  const curves = unlessRefused(() => curvesOf(state, way))
  const most = curves === undefined ? 0n : mostTaken(state, way, curves)
  if (curves === undefined || most === 0n) return nothing
  const [sold, bought] = way === 0 ? state.tokens : ([state.tokens[1], state.tokens[0]] as const)
  const [first, second] = [curves.collateral, curves.debt]
    .flatMap((curve) => (curve === undefined ? [] : [asProduct(curve, sold, bought)]))
    .sort((a, b) => b.root - a.root)
  if (first === undefined) return nothing
  const cut = cutAt([first, second], Number(most) * kept)
  const unit = (2 * Number(bought.down)) / Number(bought.up) + 1
  const lost = (2 * Number(sold.down)) / Number(sold.up) + 1
  return {
    kept,
    roots: cut.roots,
    liquidity: cut.liquidity,
    gas: cut.liquidity.map((_, i) => (second !== undefined && i === cut.liquidity.length - 1 ? gas.both : gas.one)),
    // amounts are whole units of 12 decimals, of each curve
    slack: cut.liquidity.map(() => 2 * unit + 2 * lost * first.root ** 2),
    whole: true,
  }
}

interface Product {
  readonly liquidity: number
  /** √ of what is bought for a unit of what is sold, at the beginning. */
  readonly root: number
}

function asProduct({ imaginaryIn, imaginaryOut }: Curve, sold: TokenState, bought: TokenState): Product {
  const held = (Number(imaginaryIn) * Number(sold.down)) / Number(sold.up)
  const left = (Number(imaginaryOut) * Number(bought.down)) / Number(bought.up)
  return { liquidity: Math.sqrt(held) * Math.sqrt(left), root: Math.sqrt(left / held) }
}

/** @param net the most that is taken, without the fee */
function cutAt([first, second]: readonly [Product, Product | undefined], net: number) {
  const after = ({ liquidity, root }: Product, sold: number): number => liquidity / (liquidity / root + sold)
  const alone = after(first, net)
  if (second === undefined || second.root <= alone * even)
    return { roots: [first.root, Math.min(alone, first.root / even)], liquidity: [first.liquidity] }
  const depth = first.liquidity + second.liquidity
  const both = { liquidity: depth, root: depth / (first.liquidity / first.root + second.liquidity / second.root) }
  if (second.root * even >= first.root) {
    const root = Math.max(first.root, both.root)
    return { roots: [root, Math.min(after({ ...both, root }, net), root / even)], liquidity: [depth] }
  }
  const reached = first.liquidity * (1 / second.root - 1 / first.root)
  const end = after({ liquidity: depth, root: second.root }, net - reached)
  return {
    roots: [first.root, second.root, Math.min(end, second.root / even)],
    liquidity: [first.liquidity, depth],
  }
}

/** Smallest units: about the most that the pool takes, 0 where it takes nothing. */
function mostTaken(state: State, from: 0 | 1, curves: Curves): bigint {
  const { up, down } = state.tokens[from]
  const isTaken = (sold: bigint): boolean =>
    swapOn(state, { from, to: 1 - from, amountIn: amount(sold) }, curves) !== undefined
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
