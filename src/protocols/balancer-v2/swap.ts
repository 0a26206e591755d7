/**
 * The trade of an exact input. Source: BaseGeneralPool.sol, BaseMinimalSwapInfoPool.sol, WeightedPool.sol and
 * ComposableStablePool.sol of Balancer v2, BalanceAllocation.sol of its vault.
 */
import { itemAt } from '#domain/item-at'
import { computeStableOut } from '#math/curves/stable-balances'
import { computeWeightedOut, powUp, powUpByLog } from '#math/curves/weighted'
import { wadDivDown, wadMulDown, wadMulUp } from '#math/integers/wad'
import type { BalancerV2State, BalancerV2Token } from './state.ts'

interface SwapDirection {
  readonly from: number
  readonly to: number
}

const two112 = 1n << 112n

/** @returns smallest units; 0 if the pool gives nothing for the input @throws RangeError if it reverts. */
export function swapExactIn(state: BalancerV2State, direction: SwapDirection, amountIn: bigint): bigint {
  const [sold, bought] = [getToken(state, direction.from), getToken(state, direction.to)]
  // The fee is deducted before decimals and rates are applied.
  const net = amountIn - wadMulUp(amountIn, state.swapFee)
  const out = computeCurveOut(state, direction, wadMulDown(net, sold.scaling))
  const amountOut = wadDivDown(out, bought.scaling)
  if (sold.raw + amountIn >= two112 || amountOut > bought.raw) throw new RangeError('a balance outside 112 bits')
  return amountOut
}

function computeCurveOut({ curve, tokens }: BalancerV2State, direction: SwapDirection, amountIn: bigint): bigint {
  const balances = tokens.map(({ raw, scaling }) => wadMulDown(raw, scaling))
  if (curve.type === 'stable') {
    return computeStableOut({ rounding: 'v2', amplification: curve.amplification, balances }, direction, amountIn)
  }
  const { from, to } = direction
  const sides = {
    balanceIn: itemAt(balances, from),
    weightIn: itemAt(curve.weights, from),
    balanceOut: itemAt(balances, to),
    weightOut: itemAt(curve.weights, to),
  }
  return computeWeightedOut(curve.isFirst ? powUpByLog : powUp, sides, amountIn)
}

/** The pool's state after a trade. */
export const applySwap = (
  { tokens }: BalancerV2State,
  { from, to }: SwapDirection,
  amountIn: bigint,
  amountOut: bigint,
) =>
  tokens.map((token, i): BalancerV2Token => {
    if (i === from) return { ...token, raw: token.raw + amountIn }
    return i === to ? { ...token, raw: token.raw - amountOut } : token
  })

function getToken({ tokens }: BalancerV2State, index: number): BalancerV2Token {
  const token = tokens[index]
  if (token === undefined) throw new RangeError(`the pool has no token ${index}`)
  return token
}
