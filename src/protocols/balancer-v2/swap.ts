/**
 * The trade of an exact input. Source: BaseGeneralPool.sol, BaseMinimalSwapInfoPool.sol, WeightedPool.sol and
 * ComposableStablePool.sol of Balancer v2, BalanceAllocation.sol of its vault.
 */
import { stableOut } from '#math/stable-balances'
import { wadDivDown, wadMulDown, wadMulUp } from '#math/wad'
import { powUp, powUpByLog, weightedOut } from '#math/weighted'
import type { PoolToken, State } from './state.ts'

interface Way {
  readonly from: number
  readonly to: number
}

const two112 = 1n << 112n

/** @returns smallest units; 0 where the pool gives nothing for something @throws RangeError where it reverts. */
export function sellExact(state: State, way: Way, amountIn: bigint): bigint {
  const [sold, bought] = [tokenAt(state, way.from), tokenAt(state, way.to)]
  // The fee is taken off before decimals and rates are applied.
  const net = amountIn - wadMulUp(amountIn, state.swapFee)
  const out = curveOut(state, way, wadMulDown(net, sold.scaling))
  const amountOut = wadDivDown(out, bought.scaling)
  if (sold.raw + amountIn >= two112 || amountOut > bought.raw) throw new RangeError('a balance outside 112 bits')
  return amountOut
}

function curveOut({ curve, tokens }: State, way: Way, amountIn: bigint): bigint {
  const balances = tokens.map(({ raw, scaling }) => wadMulDown(raw, scaling))
  if (curve.type === 'stable') {
    return stableOut({ rounding: 'v2', amplification: curve.amplification, balances }, way, amountIn)
  }
  const { from, to } = way
  const sides = {
    balanceIn: balances[from] as bigint,
    weightIn: curve.weights[from] as bigint,
    balanceOut: balances[to] as bigint,
    weightOut: curve.weights[to] as bigint,
  }
  return weightedOut(curve.isFirst ? powUpByLog : powUp, sides, amountIn)
}

/** What the pool holds after a trade. */
export const tokensAfter = ({ tokens }: State, { from, to }: Way, amountIn: bigint, amountOut: bigint) =>
  tokens.map((token, i): PoolToken => {
    if (i === from) return { ...token, raw: token.raw + amountIn }
    return i === to ? { ...token, raw: token.raw - amountOut } : token
  })

function tokenAt({ tokens }: State, index: number): PoolToken {
  const token = tokens[index]
  if (token === undefined) throw new RangeError(`the pool has no token ${index}`)
  return token
}
