/** What a pool gives for an input, in the contracts' own integers. Source: `exchange` and `tweak_price` of the contracts. */
import type { Trade } from '#domain/protocol'
import { uint256 } from '#math/uint256'
import { unlessRefused } from '#math/unless-refused'
import { wad } from '#math/wad'
import { cryptoBalance } from './balance.ts'
import { cubicBalance, type Found } from './cubic.ts'
import { feeOf } from './fee.ts'
import { cryptoInvariant } from './invariant.ts'
import { pairCubicBalance } from './pair-cubic.ts'
import { geometricMean } from './roots.ts'
import { leastInvariant, mostInvariant, rulesOf } from './rules.ts'
import type { State } from './state.ts'

const feeUnit = 10n ** 10n
/** Of what is smaller on either side, contracts before Tricrypto-NG take no price: they work it out by another trade. */
const priceless = 10n ** 5n
/** That trade's part of the first balance. */
const nudge = 10n ** 6n

/** The pool once the trade has happened. */
export interface Swapped {
  readonly out: bigint
  readonly state: State
}

/** `undefined` where the pool refuses the trade or gives nothing for it. */
export const swap = (state: State, trade: Trade): Swapped | undefined => unlessRefused(() => swapOrRevert(state, trade))

/** What the pool's `get_dy` says, which knows nothing of what the trade makes of the pool; 0 where it refuses. */
export const saying = (state: State, trade: Trade): bigint => unlessRefused(() => work(state, trade).out) ?? 0n

/** Balances of 18 decimals, in the first token's value. @throws RangeError where the contract reverts */
export const scaledBalances = ({ balances, precisions, priceScale }: State): readonly bigint[] =>
  balances.map((one, i) => {
    const precise = uint256(one * (precisions[i] ?? 0n))
    return i === 0 ? precise : uint256(precise * (priceScale[i - 1] ?? 0n)) / wad
  })

function swapOrRevert(state: State, trade: Trade): Swapped | undefined {
  const { from, to, amountIn } = trade
  if (state.isMoved || amountIn === 0n || from === to) return undefined
  const { out, share, sold } = work(state, trade)
  if (out === 0n) return undefined
  const left = uint256((state.balances[to] ?? 0n) - out)
  const after = { ...state, balances: state.balances.with(from, sold).with(to, left) }
  const scaled = scaledBalances(after)
  const invariant = cryptoInvariant(state, scaled, share)
  if (rulesOf[state.kind].pricesInvariant && (invariant < leastInvariant || invariant > mostInvariant)) return undefined
  if (amountIn <= priceless || out <= priceless) checkPrices(state, scaled, invariant)
  const virtualPrice = pricedShares(state, invariant)
  return { out, state: { ...after, invariant, virtualPrice, ...(!state.isSettled && { isMoved: true }) } }
}

function work(state: State, { from, to, amountIn }: Trade) {
  const { precisions, priceScale } = state
  const sold = uint256((state.balances[from] ?? 0n) + amountIn)
  const scaled = scaledBalances({ ...state, balances: state.balances.with(from, sold) })
  const { y, share } = found(state, scaled, to)
  // One less than the curve leaves, so that rounding is never the pool's loss.
  const scaledGross = uint256(uint256((scaled[to] ?? 0n) - y) - 1n)
  const inToken = to === 0 ? scaledGross : uint256(scaledGross * wad) / (priceScale[to - 1] ?? 0n)
  const gross = inToken / (precisions[to] ?? 1n)
  const fee = uint256(feeOf(state, scaled.with(to, y)) * gross) / feeUnit
  return { out: uint256(gross - fee), share, sold }
}

/** What the curve leaves of a token before any trade. @throws RangeError where the contract reverts */
export const heldWithout = (state: State, to: number): bigint => found(state, scaledBalances(state), to).y

function found(state: State, scaled: readonly bigint[], to: number): Found {
  const { isAnalytic, ofTwo } = rulesOf[state.kind]
  if (!isAnalytic) return { y: cryptoBalance(state, scaled, to, state.invariant), share: 0n }
  return ofTwo ? pairCubicBalance(state, scaled, to, state.invariant) : cubicBalance(state, scaled, to, state.invariant)
}

/** @throws RangeError where the contract, after a trade of next to nothing, cannot work out a price and reverts */
function checkPrices(state: State, scaled: readonly bigint[], invariant: bigint): void {
  if (rulesOf[state.kind].isAnalytic) return
  const [first = 0n] = scaled
  const nudged = scaled.with(0, first + first / nudge)
  scaled.slice(1).forEach((one, i) => {
    if (one <= cryptoBalance(state, nudged, i + 1, invariant)) throw new RangeError('no price')
  })
}

/** The virtual price after a trade. @throws RangeError where the contract finds that shares have lost by it */
function pricedShares(state: State, invariant: bigint): bigint {
  const { kind, supply, virtualPrice: before } = state
  const price = uint256(wad * sharesOf(state, invariant)) / supply
  if (rulesOf[kind].mustGain ? price <= before : price < before) throw new RangeError('a loss')
  return price
}

/** The shares that a pool of this D would begin with. @throws RangeError where the contract reverts */
export function sharesOf({ kind, priceScale }: Pick<State, 'kind' | 'priceScale'>, invariant: bigint): bigint {
  const { n } = rulesOf[kind]
  return geometricMean(kind, [
    invariant / n,
    ...priceScale.map((scale) => uint256(invariant * wad) / uint256(n * scale)),
  ])
}
