/** The vault's part of a trade: units, fees, limits. Source: Vault.sol of v3-vault 1.0.0, `swap` and `_swap`. */
import { mulDivUp } from '#math/integers/full-math'
import { uint256 } from '#math/integers/uint256'
import { wad, wadDivDown, wadDivUp, wadMulDown, wadMulUp } from '#math/integers/wad'
import {
  computeCurveIn,
  computeCurveOut,
  computeLiveBalances,
  computeMinPartLeft,
  isBelowMinBalance,
  type SwapDirection,
} from './curve.ts'
import { type BalancerV3State, type BalancerV3Token, roundRateUp } from './state.ts'
import { computeSurgeFee } from './surge.ts'

export interface BalancerV3SwapResult {
  /** Smallest units. */
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** In the input token: the part of the fee that leaves the pool. */
  readonly aggregateFee: bigint
}

const two128 = 1n << 128n

/** The trade of an exact input. @throws RangeError if the vault reverts. */
export function swapExactIn(state: BalancerV3State, direction: SwapDirection, amountIn: bigint): BalancerV3SwapResult {
  const [sold, bought] = getTokens(state, direction)
  const given = wadMulDown(uint256(amountIn * sold.scaling), sold.rate)
  const fee = wadMulUp(
    given,
    computeFee(state, direction, () => [given, computeCurveOut(state, direction, given)]),
  )
  const net = requireMinTrade(state, given - fee)
  const out = requireMinTrade(state, computeCurveOut(state, direction, net))
  const amountOut = wadDivDown(out, bought.scaling * roundRateUp(bought))
  return requireValidBalances(state, direction, {
    amountIn,
    amountOut,
    aggregateFee: computeAggregateFee(state, sold, fee),
  })
}

/** The trade of an exact output. @throws RangeError if the vault reverts. */
export function swapExactOut(
  state: BalancerV3State,
  direction: SwapDirection,
  amountOut: bigint,
): BalancerV3SwapResult {
  const [sold, bought] = getTokens(state, direction)
  const wanted = requireMinTrade(state, wadMulUp(uint256(amountOut * bought.scaling), roundRateUp(bought)))
  const net = requireMinTrade(state, computeCurveIn(state, direction, wanted))
  const part = computeFee(state, direction, () => [net, wanted])
  const fee = mulDivUp(net, part, wad - part)
  const amountIn = wadDivUp(net + fee, sold.scaling * sold.rate)
  return requireValidBalances(state, direction, {
    amountIn,
    amountOut,
    aggregateFee: computeAggregateFee(state, sold, fee),
  })
}

/**
 * True if the vault refuses the trades of a direction, because a balance is too small for the pool or, by its rate, too
 * large to be stored. @throws RangeError if a balance overflows
 */
export function refusesAllTrades(state: BalancerV3State, direction: SwapDirection): boolean {
  const { curve, leastTrade } = state
  const balances = computeLiveBalances(state)
  const minLeft = (balance: bigint, i: number) =>
    Number(balance) * (i === direction.to ? computeMinPartLeft(curve, direction) : 1)
  if (balances.some((balance, i) => minLeft(balance, i) >= Number(two128))) return true
  return curve.type === 'weighted' && isBelowMinBalance(curve, balances, direction, leastTrade)
}

/** The pool's state after a trade. */
export function applySwap(
  { tokens }: BalancerV3State,
  { from, to }: SwapDirection,
  swapped: BalancerV3SwapResult,
): readonly BalancerV3Token[] {
  return tokens.map((token, i) => {
    if (i === from) return { ...token, raw: token.raw + swapped.amountIn - swapped.aggregateFee }
    return i === to ? { ...token, raw: token.raw - swapped.amountOut } : token
  })
}

function getTokens(
  { tokens }: BalancerV3State,
  { from, to }: SwapDirection,
): readonly [BalancerV3Token, BalancerV3Token] {
  const [sold, bought] = [tokens[from], tokens[to]]
  if (sold === undefined || bought === undefined || from === to) throw new RangeError('no such two tokens')
  return [sold, bought]
}

/**
 * The fee as a fraction of the input, 18 decimals.
 * @param whole input and output of the pool without a fee: the hook's criterion
 */
function computeFee(
  state: BalancerV3State,
  { from, to }: SwapDirection,
  whole: () => readonly [bigint, bigint],
): bigint {
  if (state.surge === undefined) return state.swapFee
  const [sold, bought] = whole()
  const before = computeLiveBalances(state)
  const after = before.map((balance, i) => (i === from ? balance + sold : i === to ? balance - bought : balance))
  return computeSurgeFee(state.surge, state.swapFee, before, after)
}

/** Amounts on both sides of the pool's math have to reach the vault's minimum. */
function requireMinTrade({ leastTrade }: BalancerV3State, amount: bigint): bigint {
  if (amount < leastTrade) throw new RangeError('too small a trade')
  return amount
}

const computeAggregateFee = ({ aggregateSwapFee }: BalancerV3State, sold: BalancerV3Token, fee: bigint): bigint =>
  wadMulDown(wadDivDown(fee, sold.scaling * sold.rate), aggregateSwapFee)

/** The vault stores a balance, raw and scaled, in 128 bits each. */
function requireValidBalances(
  state: BalancerV3State,
  direction: SwapDirection,
  swapped: BalancerV3SwapResult,
): BalancerV3SwapResult {
  for (const { raw, scaling, rate } of applySwap(state, direction, swapped)) {
    const isHeld = raw >= 0n && raw < two128 && wadMulDown(uint256(raw * scaling), rate) < two128
    if (!isHeld) throw new RangeError('a balance outside 128 bits')
  }
  return swapped
}
