/**
 * Output of a pool for an input, in the contracts' own integers. Source: `exchange` and `tweak_price` of the contracts.
 */
import type { Trade } from '#domain/pools/protocol'
import { uint256 } from '#math/integers/uint256'
import { wad } from '#math/integers/wad'
import { memoize, memoizeByObject } from '#math/memoize'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { solveCryptoBalance } from './balance.ts'
import { type CubicRoot, solveBalanceByCubic } from './cubic.ts'
import { computeFee } from './fee.ts'
import { solveCryptoInvariant } from './invariant.ts'
import { solvePairByCubic } from './pair-cubic.ts'
import { geometricMean } from './roots.ts'
import { maxInvariant, minInvariant, rulesByKind } from './rules.ts'
import type { CurveCryptoState } from './state.ts'
import { noSteps, type SolverSteps } from './steps.ts'

const feeUnit = 10n ** 10n
/** If an amount on either side is smaller, contracts before Tricrypto-NG compute the price by another trade. */
const minPricedAmount = 10n ** 5n
/** That trade as a fraction of the first balance. */
const nudge = 10n ** 6n

/** The pool after the trade. */
export interface CurveCryptoSwapResult {
  readonly out: bigint
  readonly state: CurveCryptoState
}

/** `undefined` if the pool refuses the trade or gives nothing for it. */
export const swap = (state: CurveCryptoState, trade: Trade): CurveCryptoSwapResult | undefined =>
  undefinedOnRangeError(() => swapOrRevert(state, trade))

/** The result of the pool's `get_dy`, which ignores the trade's effects on the pool; 0 if it refuses. */
export const quoteGetDy = (state: CurveCryptoState, trade: Trade): bigint =>
  undefinedOnRangeError(() => computeSwap(state, trade).out) ?? 0n

/** Balances of 18 decimals, in the first token's value. @throws RangeError if the contract reverts */
export const scaleBalances = ({ balances, precisions, priceScale }: CurveCryptoState): readonly bigint[] =>
  balances.map((one, i) => {
    const precise = uint256(one * (precisions[i] ?? 0n))
    return i === 0 ? precise : uint256(precise * (priceScale[i - 1] ?? 0n)) / wad
  })

/** The steps of a trade; those until it is refused, if it is. */
export function countSteps(state: CurveCryptoState, trade: Trade): SolverSteps {
  const steps = noSteps()
  undefinedOnRangeError(() => swapOrRevert(state, trade, steps))
  return steps
}

function swapOrRevert(state: CurveCryptoState, trade: Trade, steps = noSteps()): CurveCryptoSwapResult | undefined {
  const { from, to, amountIn } = trade
  if (state.isMoved || amountIn === 0n || from === to) return undefined
  const { out, share, sold } = computeSwap(state, trade, steps)
  if (out === 0n) return undefined
  const left = uint256((state.balances[to] ?? 0n) - out)
  const after = { ...state, balances: state.balances.with(from, sold).with(to, left) }
  const scaled = scaleBalances(after)
  const invariant = solveCryptoInvariant(state, scaled, share, steps)
  if (rulesByKind[state.kind].pricesInvariant && (invariant < minInvariant || invariant > maxInvariant))
    return undefined
  if (amountIn <= minPricedAmount || out <= minPricedAmount) checkPrices(state, scaled, invariant, steps)
  const virtualPrice = computeVirtualPrice(state, invariant, steps)
  return { out, state: { ...after, invariant, virtualPrice, ...(!state.isSettled && { isMoved: true }) } }
}

function computeSwap(state: CurveCryptoState, { from, to, amountIn }: Trade, steps = noSteps()) {
  const { precisions, priceScale } = state
  const sold = uint256((state.balances[from] ?? 0n) + amountIn)
  const scaled = scaleBalances({ ...state, balances: state.balances.with(from, sold) })
  const { y, share } = solveTokenBalance(state, scaled, to, steps)
  // One less than the curve leaves, so that rounding never costs the pool.
  const scaledGross = uint256(uint256((scaled[to] ?? 0n) - y) - 1n)
  const inToken = to === 0 ? scaledGross : uint256(scaledGross * wad) / (priceScale[to - 1] ?? 0n)
  const gross = inToken / (precisions[to] ?? 1n)
  const fee = uint256(computeFee(state, scaled.with(to, y)) * gross) / feeUnit
  return { out: uint256(gross - fee), share, sold }
}

/** Balance of a token by the curve before any trade. @throws RangeError if the contract reverts */
export const solveHeldBalance = (state: CurveCryptoState, to: number): bigint => heldBalances(state)(to)

const heldBalances = memoizeByObject((state: CurveCryptoState) =>
  memoize((to) => solveTokenBalance(state, scaleBalances(state), to, noSteps()).y),
)

function solveTokenBalance(
  state: CurveCryptoState,
  scaled: readonly bigint[],
  to: number,
  steps: SolverSteps,
): CubicRoot {
  const { isAnalytic, ofTwo } = rulesByKind[state.kind]
  if (!isAnalytic) return { y: solveCryptoBalance(state, scaled, to, state.invariant, steps), share: 0n }
  return ofTwo
    ? solvePairByCubic(state, scaled, to, state.invariant)
    : solveBalanceByCubic(state, scaled, to, state.invariant)
}

/** @throws RangeError if the contract cannot compute a price after a tiny trade and reverts */
function checkPrices(state: CurveCryptoState, scaled: readonly bigint[], invariant: bigint, steps: SolverSteps): void {
  if (rulesByKind[state.kind].isAnalytic) return
  const [first = 0n] = scaled
  const nudged = scaled.with(0, first + first / nudge)
  scaled.slice(1).forEach((one, i) => {
    if (one <= solveCryptoBalance(state, nudged, i + 1, invariant, steps)) throw new RangeError('no price')
  })
}

/** The virtual price after a trade. @throws RangeError if the contract finds that shares lost value by it */
function computeVirtualPrice(state: CurveCryptoState, invariant: bigint, steps: SolverSteps): bigint {
  const { kind, supply, virtualPrice: before } = state
  const price = uint256(wad * computeShares(state, invariant, steps)) / supply
  if (rulesByKind[kind].mustGain ? price <= before : price < before) throw new RangeError('a loss')
  return price
}

/** The initial shares of a pool of this D. @throws RangeError if the contract reverts */
export function computeShares(
  { kind, priceScale }: Pick<CurveCryptoState, 'kind' | 'priceScale'>,
  invariant: bigint,
  steps?: SolverSteps,
): bigint {
  const { n } = rulesByKind[kind]
  return geometricMean(
    kind,
    [invariant / n, ...priceScale.map((scale) => uint256(invariant * wad) / uint256(n * scale))],
    steps,
  )
}
