/** A trade through the bins, in the contract's own integers. Source: LBPair.swap and BinHelper.getAmounts of Liquidity Book v2.1 and v2.2. */
import type { Trade } from '#domain/pools/protocol'
import { divUp } from '#math/integers/full-math'
import { computeBinPrice } from '#math/ticks/bin-price'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { computeFeeOnTop, computeFeeWithin, computeTotalFee, moveVolatility, refreshVolatility } from './fee.ts'
import { type Bin, type LiquidityBookState, lastBin, maxLiquidity, type Volatility } from './state.ts'

const two128 = 1n << 128n

export interface LiquidityBookSwapResult {
  readonly out: bigint
  readonly after: LiquidityBookState
  /** Bins with an output. */
  readonly bins: number
}

/** Input and output of one bin. */
export interface LiquidityBookStep {
  readonly taken: bigint
  readonly given: bigint
  readonly fee: bigint
}

/** `refused` if the contract reverts, `unknown` if the trade needs bins that were not read. */
export const swap = (state: LiquidityBookState, trade: Trade): LiquidityBookSwapResult | 'refused' | 'unknown' =>
  undefinedOnRangeError(() => swapOrRevert(state, trade)) ?? 'refused'

/** The bins that a trade passes, in its order, and whether there is nothing beyond them. */
export function findPath(
  state: LiquidityBookState,
  sellsX: boolean,
): { readonly bins: readonly Bin[]; readonly isWhole: boolean } {
  const { bins, activeId, knownFrom, knownTo } = state
  return sellsX
    ? { bins: bins.filter(([id, , y]) => id <= activeId && y > 0n).toReversed(), isWhole: knownFrom === 0 }
    : { bins: bins.filter(([id, x]) => id >= activeId && x > 0n), isWhole: knownTo === lastBin }
}

function swapOrRevert(
  state: LiquidityBookState,
  { from, amountIn }: Trade,
): LiquidityBookSwapResult | 'refused' | 'unknown' {
  if (amountIn === 0n) return 'refused'
  const sellsX = from === state.xIndex
  const path = findPath(state, sellsX)
  const changed = new Map<number, Bin>()
  let [left, out, volatility, activeId] = [uint128(amountIn), 0n, refreshVolatility(state), state.activeId]
  for (const bin of path.bins) {
    const [id, x, y] = bin
    volatility = moveVolatility(volatility, id, state)
    const { taken, given, fee } = swapInBin(state, { bin, volatility, sellsX, left })
    if (state.limitsBins) checkLiquidity(state, sellsX ? [id, x + taken, y - given] : [id, x - given, y + taken])
    const kept = taken - (fee * state.rules.protocolShare) / 10_000n
    changed.set(id, sellsX ? [id, uint128(x + kept), y - given] : [id, x - given, uint128(y + kept)])
    left -= taken
    out += given
    activeId = id
    if (left === 0n) break
  }
  if (left > 0n) return path.isWhole ? 'refused' : 'unknown'
  if (out === 0n) return 'refused'
  const bins = state.bins.map((bin) => changed.get(bin[0]) ?? bin)
  return { out, after: { ...state, activeId, volatility, bins }, bins: changed.size }
}

interface Visit {
  readonly bin: Bin
  readonly volatility: Volatility
  readonly sellsX: boolean
  readonly left: bigint
}

/** The whole bin, or the rest of the trade. @throws RangeError if the contract reverts */
export function swapInBin(
  state: LiquidityBookState,
  { bin: [id, x, y], volatility, sellsX, left }: Visit,
): LiquidityBookStep {
  const price = computeBinPrice(id, state.binStep)
  const held = sellsX ? y : x
  const fee = computeTotalFee(volatility, state)
  const dearest = uint128(sellsX ? divUp(held << 128n, price) : divUp(held * price, two128))
  const onTop = computeFeeOnTop(dearest, fee)
  const max = uint128(dearest + onTop)
  if (left >= max) return { taken: max, given: held, fee: onTop }
  const within = computeFeeWithin(left, fee)
  const net = left - within
  const given = uint128(sellsX ? (net * price) >> 128n : (net << 128n) / price)
  return { taken: left, given: given < held ? given : held, fee: within }
}

/** @param bin with the whole fee of the trade @throws RangeError if v2.2 refuses so much in one bin */
function checkLiquidity({ binStep }: LiquidityBookState, [id, x, y]: Bin): void {
  const liquidity = computeBinPrice(id, binStep) * uint128(x) + (uint128(y) << 128n)
  if (liquidity > maxLiquidity) throw new RangeError('too much liquidity for one bin')
}

/** @throws RangeError if it needs more than 128 bits */
function uint128(n: bigint): bigint {
  if (n >= two128) throw new RangeError(`${n} needs more than 128 bits`)
  return n
}
