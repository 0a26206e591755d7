/** Stretches of weighted and stable pools, whatever vault they lie in. */
import type { Stretches } from '#domain/protocol'
import { type StableCurve, stableInvariant } from '#math/stable-balances'
import { paidUntilEqual, stableCurve } from '#math/stable-curve'
import { wad } from '#math/wad'
import { mostWeighted, weightedPoint } from '#math/weighted-curve'
import { curveStretches } from './curve-stretches.ts'

interface Side {
  readonly raw: bigint
  /** What a smallest unit is in the pool's own 18 decimals, rates applied. */
  readonly unit: number
}

interface Sides {
  readonly sold: Side
  readonly bought: Side
  /** 18 decimals. */
  readonly swapFee: bigint
  readonly gas: number
}

/** What a pool of such a vault is to the search, whatever else it is. */
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
  /** What is held of a token in the pool's own 18 decimals, rounded as the vault does. */
  readonly balanceOf: (token: Token) => bigint
}

/** @throws RangeError unless the pool has both tokens */
export function vaultStretches<Token extends Pick<Side, 'raw'>>(
  { tokens, curve, swapFee }: VaultPool<Token>,
  way: Way,
  { rounding, gas, unitOf, balanceOf }: Vault<Token>,
): Stretches {
  const [sold, bought] = [tokens[way.from], tokens[way.to]]
  if (sold === undefined || bought === undefined) throw new RangeError('no such two tokens')
  const sideOf = (token: Token): Side => ({ raw: token.raw, unit: unitOf(token) })
  const sides = { sold: sideOf(sold), bought: sideOf(bought), swapFee, gas }
  return curve.type === 'weighted'
    ? weightedStretches(sides, curve.weights[way.from] ?? wad, curve.weights[way.to] ?? wad)
    : stableStretches(sides, { rounding, amplification: curve.amplification, balances: tokens.map(balanceOf) }, way)
}

/** Of the bought balance, how much a float may be off. */
const precision = 1e-14
/** A stable pool is followed until its balances are so far apart. */
const mostImbalance = 9_990
const nothing: Stretches = { kept: 1, roots: [], liquidity: [], gas: [], whole: true }

const keptOf = (swapFee: bigint): number => 1 - Number(swapFee) / 1e18

/** Of equal weights it is one stretch of constant product, down to 30 % more of the sold token. */
function weightedStretches({ sold, bought, swapFee, gas }: Sides, weightIn: bigint, weightOut: bigint): Stretches {
  const [balanceIn, balanceOut] = [Number(sold.raw), Number(bought.raw)]
  const kept = keptOf(swapFee)
  if (weightIn === weightOut) {
    const liquidity = Math.sqrt(balanceIn) * Math.sqrt(balanceOut)
    return {
      kept,
      roots: [Math.sqrt(balanceOut / balanceIn), liquidity / (1.3 * balanceIn)],
      liquidity: [liquidity],
      gas: [gas],
      whole: true,
      slack: [balanceOut * precision + 1],
    }
  }
  const floats = { balanceIn, balanceOut, exponent: Number(weightIn) / Number(weightOut), kept }
  const end = mostWeighted(floats)
  // 1/√slope grows with the balance as its power (exponent + 1) / 2
  const turn = floats.exponent >= 1 ? 0 : end
  return curveStretches({ at: (x) => weightedPoint(floats, x), end, turn, gas, doubt: balanceOut * precision })
}

/** Followed by the curve's own equation, whose invariant is worked out once and exactly. */
function stableStretches({ sold, bought, swapFee, gas }: Sides, curve: StableCurve, way: Way): Stretches {
  const balances = curve.balances.map(Number)
  const ann = (Number(curve.amplification) * balances.length) / 1_000
  const traded = stableCurve({ ...way, ann, balances, invariant: Number(stableInvariant(curve)) })
  const perInput = keptOf(swapFee) * sold.unit
  const at = (x: number) => {
    const { bought: y, slope } = traded(x * perInput)
    return { x, y: y / bought.unit, slope: (slope * perInput) / bought.unit }
  }
  const start = balances[way.from] ?? 0
  const others = balances.filter((_, i) => i !== way.from && i !== way.to)
  const isFollowed = (x: number) => {
    const held = [start + x * perInput, traded(x * perInput).left, ...others]
    return Math.max(...held) < mostImbalance * Math.min(...held)
  }
  if (!isFollowed(0)) return nothing
  const end = lastOf(isFollowed, (mostImbalance * Math.max(...balances)) / perInput)
  const turn = Math.min(end, paidUntilEqual(balances, traded, way.from, way.to) / perInput)
  return curveStretches({ at, end, turn, gas, doubt: Number(bought.raw) * precision })
}

interface Way {
  readonly from: number
  readonly to: number
}

/** The largest number below `limit` of which it is true, to some digits. */
function lastOf(isTrue: (x: number) => boolean, limit: number): number {
  let [low, high] = [0, limit]
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (isTrue(middle)) low = middle
    else high = middle
  }
  return low
}
