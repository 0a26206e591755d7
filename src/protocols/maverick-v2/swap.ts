/** A trade through the ticks, in the contract's own integers. Sources: see README.md. */
import type { Trade } from '#domain/pools/protocol'
import { divUp } from '#math/integers/full-math'
import { uint256 } from '#math/integers/uint256'
import { wad, wadDivUp, wadMulDown } from '#math/integers/wad'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { mayMoveBins } from './movement.ts'
import { type MaverickState, maxTicks, type Tick } from './state.ts'
import { type Depth, getDepth, inverse, inverseUp } from './tick-math.ts'

const shareUnit = 1_000n
const two128 = 1n << 128n

export interface MaverickSwapResult {
  readonly out: bigint
  readonly after: MaverickState
  /** Ticks it reached, and empty ones it passed. */
  readonly ticks: number
  readonly empty: number
}

/** Input and output of one tick, 18 decimals. */
export interface MaverickStep {
  readonly taken: bigint
  readonly given: bigint
  /** The part of the input that stays in the tick. */
  readonly kept: bigint
  /** Input that the tick could not take: its output is used up then. */
  readonly excess: bigint
}

/** `refused` if the contract or our adapter reverts, `unknown` if the trade needs ticks that were not read. */
export const swap = (state: MaverickState, trade: Trade): MaverickSwapResult | 'refused' | 'unknown' =>
  undefinedOnRangeError(() => swapOrRevert(state, trade)) ?? 'refused'

/** The ticks that a trade reaches, in its order, and whether they are all that our adapter lets it reach. */
export function findPath(
  { ticks, activeTick, knownFrom, knownTo }: MaverickState,
  sellsA: boolean,
): { readonly ticks: readonly Tick[]; readonly isWhole: boolean } {
  const ahead = (id: number) => (sellsA ? id - activeTick : activeTick - id)
  const path = ticks.filter(([id]) => ahead(id) >= 0 && ahead(id) <= maxTicks)
  return { ticks: sellsA ? path : path.toReversed(), isWhole: ahead(sellsA ? knownTo : knownFrom) >= maxTicks }
}

function swapOrRevert(state: MaverickState, trade: Trade): MaverickSwapResult | 'refused' | 'unknown' {
  if (state.stirred || trade.amountIn === 0n) return 'refused'
  const sellsA = trade.from === 0
  const path = findPath(state, sellsA)
  const [inScale = 1n, outScale = 1n] = sellsA ? state.scales : state.scales.toReversed()
  const changed = new Map<number, Tick>()
  let [left, taken, given, activeTick] = [uint256(trade.amountIn * inScale), 0n, 0n, state.activeTick]
  for (const tick of path.ticks) {
    const step = swapInTick(state, { tick, sellsA, left })
    changed.set(tick[0], applyStep(tick, sellsA, step))
    activeTick = tick[0]
    taken += step.taken
    given += step.given
    left = step.excess
    if (left === 0n) break
  }
  if (left > 0n && !path.isWhole) return 'unknown'
  // at the limit the input is rounded up; a unit more than the amount may be requested as well
  const paid = left > 0n ? divUp(taken, inScale) : taken / inScale
  const out = given / outScale
  if (paid !== trade.amountIn || out === 0n) return 'refused'
  const passed = left > 0n ? maxTicks : Math.abs(activeTick - state.activeTick)
  const after = applyTrade(state, { changed, activeTick, amounts: sellsA ? [paid, -out] : [-out, paid] })
  return { out, after, ticks: changed.size, empty: passed + 1 - changed.size }
}

interface TradeEffects {
  readonly changed: ReadonlyMap<number, Tick>
  readonly activeTick: number
  /** What the pool gains of A and of B, smallest units. */
  readonly amounts: readonly [bigint, bigint]
}

/** @throws RangeError if a number leaves 128 bits */
function applyTrade(state: MaverickState, { changed, activeTick, amounts }: TradeEffects): MaverickState {
  const [a, b] = state.reserves
  const reserves = [uint128(a + amounts[0]), uint128(b + amounts[1])] as const
  const ticks = state.ticks.map((tick) => changed.get(tick[0]) ?? tick).filter(([, x, y]) => x > 0n || y > 0n)
  const moved = { ...state, reserves, activeTick, ticks }
  return { ...moved, stirred: mayMoveBins(moved, state.activeTick) }
}

interface Visit {
  readonly tick: Tick
  readonly sellsA: boolean
  /** Of the input, 18 decimals. */
  readonly left: bigint
}

/** The whole tick, or the rest of the trade. @throws RangeError if the contract reverts */
export function swapInTick(state: MaverickState, { tick, sellsA, left }: Visit): MaverickStep {
  const depth = getDepth(state.spacing, tick)
  const [, a, b] = tick
  const held = sellsA ? b : a
  const fee = state.feesE18[sellsA ? 0 : 1]
  const max = computeInput(held, depth, sellsA)
  const net = wadMulDown(left, wad - fee)
  if (net < max) {
    const given = computeOutput(net, depth, sellsA)
    return createStep(state, { taken: left, given: given < held ? given : held, excess: 0n, fee: left - net })
  }
  const onTop = divUp(uint256(max * fee), wad - fee)
  const taken = uint256(max + onTop)
  if (left > taken) return createStep(state, { taken, given: held, excess: left - taken, fee: onTop })
  const given = computeOutput(max, depth, sellsA)
  return createStep(state, { taken, given: given < held ? given : held, excess: 0n, fee: onTop })
}

function createStep(
  { protocolShare }: MaverickState,
  { fee, ...step }: Omit<MaverickStep, 'kept'> & { readonly fee: bigint },
): MaverickStep {
  const leaves = divUp(uint256(fee * protocolShare), shareUnit)
  return { ...step, kept: leaves < step.taken ? step.taken - leaves : 0n }
}

/** Input of a tick for an output, without the fee. */
function computeInput(out: bigint, { price, liquidity }: Depth, sellsA: boolean): bigint {
  const part = liquidity === 0n ? 0n : wadDivUp(out, liquidity)
  if (sellsA) return divUp(uint256(out * price), replaceZero(uint256(inverse(price) - part)))
  return wadDivUp(out, replaceZero(wadMulDown(price, uint256(price - part))))
}

/** Output of a tick for an input, without the fee, if the tick were endless. */
function computeOutput(paid: bigint, { price, liquidity }: Depth, sellsA: boolean): bigint {
  const part = wadDivUp(paid, liquidity + 1n)
  return sellsA
    ? uint256(paid * inverse(price)) / uint256(part + price)
    : uint256(paid * price) / uint256(part + inverseUp(price))
}

/** The contract divides by 1 in place of 0. */
const replaceZero = (n: bigint): bigint => (n === 0n ? 1n : n)

function applyStep([id, a, b, kinds]: Tick, sellsA: boolean, { kept, given, excess }: MaverickStep): Tick {
  const [paid, bought] = sellsA ? [a, b] : [b, a]
  const left = excess > 0n ? 0n : bought - given
  const sum = uint128(paid + uint128(kept))
  return sellsA ? [id, sum, left, kinds] : [id, left, sum, kinds]
}

/** @throws RangeError if it is negative or needs more than 128 bits */
function uint128(n: bigint): bigint {
  if (n < 0n || n >= two128) throw new RangeError(`${n} is no number of 128 bits`)
  return n
}
