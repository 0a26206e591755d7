/** Segments of weighted and stable pools of any vault. */
import type { LiquiditySegments, SegmentsRequest } from '#domain/pools/protocol'
import { type StableCurve, solveInvariant } from '#math/curves/stable-balances'
import { createStableCurve, findInputUntilEqual } from '#math/curves/stable-curve'
import { evaluateWeighted, getMaxWeightedInput } from '#math/curves/weighted-curve'
import { wad } from '#math/integers/wad'
import { curveToSegments } from './curve-segments.ts'

interface Side {
  readonly raw: bigint
  /** A smallest unit in the pool's own 18 decimals, rates applied. */
  readonly unit: number
}

interface Sides {
  readonly sold: Side
  readonly bought: Side
  /** 18 decimals. */
  readonly swapFee: bigint
  readonly gas: number
}

/** The parts of a vault's pool that its segments depend on. */
interface VaultPool<Token> {
  readonly tokens: readonly Token[]
  readonly curve:
    | { readonly type: 'weighted'; readonly weights: readonly bigint[] }
    | { readonly type: 'stable'; readonly amplification: bigint }
  /** 18 decimals. */
  readonly swapFee: bigint
}

interface Vault<Token> extends Pick<StableCurve, 'rounding'> {
  readonly gas: number
  readonly unitOf: (token: Token) => number
  /** Balance of a token in the pool's own 18 decimals, rounded as the vault does. */
  readonly balanceOf: (token: Token) => bigint
  /** A trade has at least this much on either side, in the pool's own 18 decimals. */
  readonly minTrade: bigint
}

/** None if the pool is too small for any trade. @throws RangeError if its math reverts, or unless it has both tokens */
export function vaultToSegments<Token extends Pick<Side, 'raw'>>(
  { tokens, curve, swapFee }: VaultPool<Token>,
  direction: SegmentsRequest,
  { rounding, gas, unitOf, balanceOf, minTrade }: Vault<Token>,
): LiquiditySegments {
  const [sold, bought] = [tokens[direction.from], tokens[direction.to]]
  if (sold === undefined || bought === undefined) throw new RangeError('no such two tokens')
  const balances = tokens.map(balanceOf)
  if (isTooSmall(curve, balances, direction, minTrade)) return noSegments
  const sideOf = (token: Token): Side => ({ raw: token.raw, unit: unitOf(token) })
  const sides = { sold: sideOf(sold), bought: sideOf(bought), swapFee, gas }
  return curve.type === 'weighted'
    ? weightedToSegments(
        sides,
        [curve.weights[direction.from] ?? wad, curve.weights[direction.to] ?? wad],
        direction.maxInput,
      )
    : stableToSegments(sides, { rounding, amplification: curve.amplification, balances }, direction)
}

/** Relative error of a float, of the output token's balance. */
const precision = 1e-14
/** A stable pool is followed until its balances are this far apart. */
const maxImbalance = 9_990
const noSegments: LiquiditySegments = { feeFactor: 1, sqrtPrices: [], liquidity: [], gas: [], isComplete: true }

/**
 * True if not even the largest trade reaches the minimum: the balances that the pool's math sees are its rates' as much
 * as its tokens', and anyone may create a pool with a rate of nearly zero.
 */
function isTooSmall(
  curve: VaultPool<unknown>['curve'],
  balances: readonly bigint[],
  { from, to }: SegmentsRequest,
  minTrade: bigint,
): boolean {
  const [balanceIn, balanceOut] = [Number(balances[from] ?? 0n), Number(balances[to] ?? 0n)]
  if (curve.type === 'stable') return balanceOut <= Number(minTrade)
  const exponent = Number(curve.weights[from] ?? wad) / Number(curve.weights[to] ?? wad)
  const floats = { balanceIn: balanceIn + 1, balanceOut, exponent, feeFactor: 1 }
  const largest = getMaxWeightedInput(floats)
  return Math.min(largest, evaluateWeighted(floats, largest).y) + 1 < Number(minTrade)
}

const toFeeFactor = (swapFee: bigint): number => 1 - Number(swapFee) / 1e18

/** With equal weights it is one segment of constant product, down to an input of 30 % of the balance. */
function weightedToSegments(
  { sold, bought, swapFee, gas }: Sides,
  [weightIn, weightOut]: readonly [bigint, bigint],
  maxInput: number | undefined,
): LiquiditySegments {
  const [balanceIn, balanceOut] = [Number(sold.raw), Number(bought.raw)]
  const feeFactor = toFeeFactor(swapFee)
  if (weightIn === weightOut) {
    const liquidity = Math.sqrt(balanceIn) * Math.sqrt(balanceOut)
    return {
      feeFactor,
      sqrtPrices: [Math.sqrt(balanceOut / balanceIn), liquidity / (1.3 * balanceIn)],
      liquidity: [liquidity],
      gas: [gas],
      isComplete: true,
      slack: [balanceOut * precision + 1],
    }
  }
  const floats = { balanceIn, balanceOut, exponent: Number(weightIn) / Number(weightOut), feeFactor }
  const end = getMaxWeightedInput(floats)
  // 1/√slope grows with the balance to the power (exponent + 1) / 2
  const turn = floats.exponent >= 1 ? 0 : end
  return curveToSegments({
    at: (x) => evaluateWeighted(floats, x),
    end,
    inflection: turn,
    gas,
    slack: balanceOut * precision,
    maxInput,
  })
}

/** Follows the curve's own equation; its invariant is computed once and exactly. */
function stableToSegments(
  { sold, bought, swapFee, gas }: Sides,
  curve: StableCurve,
  direction: SegmentsRequest,
): LiquiditySegments {
  const balances = curve.balances.map(Number)
  const ann = (Number(curve.amplification) * balances.length) / 1_000
  const traded = createStableCurve({ ...direction, ann, balances, invariant: Number(solveInvariant(curve)) })
  const perInput = toFeeFactor(swapFee) * sold.unit
  const at = (x: number) => {
    const { bought: y, slope } = traded(x * perInput)
    return { x, y: y / bought.unit, slope: (slope * perInput) / bought.unit }
  }
  const start = balances[direction.from] ?? 0
  const others = balances.filter((_, i) => i !== direction.from && i !== direction.to)
  const isFollowed = (x: number) => {
    const held = [start + x * perInput, traded(x * perInput).left, ...others]
    return Math.max(...held) < maxImbalance * Math.min(...held)
  }
  if (!isFollowed(0)) return noSegments
  const end = findLargest(isFollowed, (maxImbalance * Math.max(...balances)) / perInput)
  const turn = Math.min(end, findInputUntilEqual(balances, traded, direction.from, direction.to) / perInput)
  const { maxInput } = direction
  return curveToSegments({ at, end, inflection: turn, gas, slack: Number(bought.raw) * precision, maxInput })
}

/** The largest number below `limit` for which `isTrue` holds, to some digits. */
function findLargest(isTrue: (x: number) => boolean, limit: number): number {
  let [low, high] = [0, limit]
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (isTrue(middle)) low = middle
    else high = middle
  }
  return low
}
