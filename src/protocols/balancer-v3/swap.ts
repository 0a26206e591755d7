/** The vault's part of a trade: units, fees, limits. Source: Vault.sol of v3-vault 1.0.0, `swap` and `_swap`. */
import { mulDivUp } from '#math/full-math'
import { uint256, wad, wadDivDown, wadDivUp, wadMulDown, wadMulUp } from '#math/wad'
import { curveIn, curveOut, liveBalances, type Way } from './curve.ts'
import { type PoolToken, rateUp, type State } from './state.ts'
import { surgeFee } from './surge.ts'

export interface Swapped {
  /** Smallest units. */
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** Of the sold token: what leaves the pool for others. */
  readonly aggregateFee: bigint
}

const two128 = 1n << 128n

/** The trade of an exact input. @throws RangeError where the vault reverts. */
export function sellExact(state: State, way: Way, amountIn: bigint): Swapped {
  const [sold, bought] = sidesOf(state, way)
  const given = wadMulDown(uint256(amountIn * sold.scaling), sold.rate)
  const fee = wadMulUp(
    given,
    feeOf(state, way, () => [given, curveOut(state, way, given)]),
  )
  const net = enough(state, given - fee)
  const out = enough(state, curveOut(state, way, net))
  const amountOut = wadDivDown(out, bought.scaling * rateUp(bought))
  return settled(state, way, { amountIn, amountOut, aggregateFee: aggregateFeeOf(state, sold, fee) })
}

/** The trade of an exact output. @throws RangeError where the vault reverts. */
export function buyExact(state: State, way: Way, amountOut: bigint): Swapped {
  const [sold, bought] = sidesOf(state, way)
  const wanted = enough(state, wadMulUp(uint256(amountOut * bought.scaling), rateUp(bought)))
  const net = enough(state, curveIn(state, way, wanted))
  const part = feeOf(state, way, () => [net, wanted])
  const fee = mulDivUp(net, part, wad - part)
  const amountIn = wadDivUp(net + fee, sold.scaling * sold.rate)
  return settled(state, way, { amountIn, amountOut, aggregateFee: aggregateFeeOf(state, sold, fee) })
}

/** What the pool holds after a trade. */
export function tokensAfter({ tokens }: State, { from, to }: Way, swapped: Swapped): readonly PoolToken[] {
  return tokens.map((token, i) => {
    if (i === from) return { ...token, raw: token.raw + swapped.amountIn - swapped.aggregateFee }
    return i === to ? { ...token, raw: token.raw - swapped.amountOut } : token
  })
}

function sidesOf({ tokens }: State, { from, to }: Way): readonly [PoolToken, PoolToken] {
  const [sold, bought] = [tokens[from], tokens[to]]
  if (sold === undefined || bought === undefined || from === to) throw new RangeError('no such two tokens')
  return [sold, bought]
}

/**
 * The part of the sold amount that is taken, 18 decimals.
 * @param whole sold and bought as the pool answers where no fee is taken off: what a hook judges by
 */
function feeOf(state: State, { from, to }: Way, whole: () => readonly [bigint, bigint]): bigint {
  if (state.surge === undefined) return state.swapFee
  const [sold, bought] = whole()
  const before = liveBalances(state)
  const after = before.map((balance, i) => (i === from ? balance + sold : i === to ? balance - bought : balance))
  return surgeFee(state.surge, state.swapFee, before, after)
}

/** Both sides of the pool's math have to reach the vault's least amount. */
function enough({ leastTrade }: State, amount: bigint): bigint {
  if (amount < leastTrade) throw new RangeError('too small a trade')
  return amount
}

const aggregateFeeOf = ({ aggregateSwapFee }: State, sold: PoolToken, fee: bigint): bigint =>
  wadMulDown(wadDivDown(fee, sold.scaling * sold.rate), aggregateSwapFee)

/** The vault keeps a balance, raw and scaled, in 128 bits each. */
function settled(state: State, way: Way, swapped: Swapped): Swapped {
  for (const { raw, scaling, rate } of tokensAfter(state, way, swapped)) {
    const isHeld = raw >= 0n && raw < two128 && wadMulDown(uint256(raw * scaling), rate) < two128
    if (!isHeld) throw new RangeError('a balance outside 128 bits')
  }
  return swapped
}
