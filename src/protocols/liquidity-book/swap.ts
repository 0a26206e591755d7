/** A trade through the bins, in the contract's own integers. Source: LBPair.swap and BinHelper.getAmounts of Liquidity Book v2.1 and v2.2. */
import type { Trade } from '#domain/protocol'
import { binPrice } from '#math/bin-price'
import { divUp } from '#math/full-math'
import { unlessRefused } from '#math/unless-refused'
import { feeOnTop, feeWithin, movedTo, refreshed, totalFee } from './fee.ts'
import { type Bin, lastBin, type State, type Volatility } from './state.ts'

const two128 = 1n << 128n

export interface Swapped {
  readonly out: bigint
  readonly after: State
  /** Bins that gave something. */
  readonly bins: number
}

/** What one bin takes and gives. */
export interface Step {
  readonly taken: bigint
  readonly given: bigint
  readonly fee: bigint
}

/** `refused` where the contract reverts, `unknown` where bins would be needed that were not read. */
export const swap = (state: State, trade: Trade): Swapped | 'refused' | 'unknown' =>
  unlessRefused(() => swapOrRevert(state, trade)) ?? 'refused'

/** The bins that a trade comes through, in its order, and whether there is nothing behind them. */
export function pathOf(state: State, sellsX: boolean): { readonly bins: readonly Bin[]; readonly isWhole: boolean } {
  const { bins, activeId, knownFrom, knownTo } = state
  return sellsX
    ? { bins: bins.filter(([id, , y]) => id <= activeId && y > 0n).toReversed(), isWhole: knownFrom === 0 }
    : { bins: bins.filter(([id, x]) => id >= activeId && x > 0n), isWhole: knownTo === lastBin }
}

function swapOrRevert(state: State, { from, amountIn }: Trade): Swapped | 'refused' | 'unknown' {
  if (amountIn === 0n) return 'refused'
  const sellsX = from === state.xIndex
  const path = pathOf(state, sellsX)
  const changed = new Map<number, Bin>()
  let [left, out, volatility, activeId] = [uint128(amountIn), 0n, refreshed(state), state.activeId]
  for (const bin of path.bins) {
    const [id, x, y] = bin
    volatility = movedTo(volatility, id, state)
    const { taken, given, fee } = through(state, { bin, volatility, sellsX, left })
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

/** All that a bin holds, or what is left of the trade. @throws RangeError where the contract reverts */
export function through(state: State, { bin: [id, x, y], volatility, sellsX, left }: Visit): Step {
  const price = binPrice(id, state.binStep)
  const held = sellsX ? y : x
  const fee = totalFee(volatility, state)
  const dearest = uint128(sellsX ? divUp(held << 128n, price) : divUp(held * price, two128))
  const onTop = feeOnTop(dearest, fee)
  const most = uint128(dearest + onTop)
  if (left >= most) return { taken: most, given: held, fee: onTop }
  const within = feeWithin(left, fee)
  const net = left - within
  const given = uint128(sellsX ? (net * price) >> 128n : (net << 128n) / price)
  return { taken: left, given: given < held ? given : held, fee: within }
}

/** @throws RangeError where it needs more than 128 bits */
function uint128(n: bigint): bigint {
  if (n >= two128) throw new RangeError(`${n} needs more than 128 bits`)
  return n
}
