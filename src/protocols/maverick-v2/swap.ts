/** A trade through the ticks, in the contract's own integers. Sources: see README.md. */
import type { Trade } from '#domain/protocol'
import { divUp } from '#math/full-math'
import { uint256 } from '#math/uint256'
import { unlessRefused } from '#math/unless-refused'
import { wad, wadDivUp, wadMulDown } from '#math/wad'
import { mayStir } from './movement.ts'
import { mostTicks, type State, type Tick } from './state.ts'
import { type Depth, depthOf, edgesOf, inverse, inverseUp } from './tick-math.ts'

const shareUnit = 1_000n
const two128 = 1n << 128n

export interface Swapped {
  readonly out: bigint
  readonly after: State
  /** Ticks it came to, and those it passed that were empty. */
  readonly ticks: number
  readonly empty: number
}

/** What one tick takes and gives, 18 decimals. */
export interface Step {
  readonly taken: bigint
  readonly given: bigint
  /** Of what was taken, what stays in the tick. */
  readonly kept: bigint
  /** What the tick had no room for: nothing is left in it then. */
  readonly excess: bigint
}

/** `refused` where the contract or our adapter reverts, `unknown` where ticks would be needed that were not read. */
export const swap = (state: State, trade: Trade): Swapped | 'refused' | 'unknown' =>
  unlessRefused(() => swapOrRevert(state, trade)) ?? 'refused'

/** The ticks that a trade comes to, in its order, and whether they are all that our adapter lets it come to. */
export function pathOf(
  { ticks, activeTick, knownFrom, knownTo }: State,
  sellsA: boolean,
): { readonly ticks: readonly Tick[]; readonly isWhole: boolean } {
  const ahead = (id: number) => (sellsA ? id - activeTick : activeTick - id)
  const path = ticks.filter(([id]) => ahead(id) >= 0 && ahead(id) <= mostTicks)
  return { ticks: sellsA ? path : path.toReversed(), isWhole: ahead(sellsA ? knownTo : knownFrom) >= mostTicks }
}

function swapOrRevert(state: State, trade: Trade): Swapped | 'refused' | 'unknown' {
  if (state.stirred || trade.amountIn === 0n) return 'refused'
  const sellsA = trade.from === 0
  const path = pathOf(state, sellsA)
  const [inScale = 1n, outScale = 1n] = sellsA ? state.scales : state.scales.toReversed()
  const changed = new Map<number, Tick>()
  let [left, taken, given, activeTick] = [uint256(trade.amountIn * inScale), 0n, 0n, state.activeTick]
  for (const tick of path.ticks) {
    const step = through(state, { tick, sellsA, left })
    changed.set(tick[0], afterStep(tick, sellsA, step))
    activeTick = tick[0]
    taken += step.taken
    given += step.given
    left = step.excess
    if (left === 0n) break
  }
  if (left > 0n && !path.isWhole) return 'unknown'
  // what the limit ends is rounded up; a unit more than there is may be asked for as well
  const paid = left > 0n ? divUp(taken, inScale) : taken / inScale
  const out = given / outScale
  if (paid !== trade.amountIn || out === 0n) return 'refused'
  const passed = left > 0n ? mostTicks : Math.abs(activeTick - state.activeTick)
  const after = afterTrade(state, { changed, activeTick, amounts: sellsA ? [paid, -out] : [-out, paid] })
  return { out, after, ticks: changed.size, empty: passed + 1 - changed.size }
}

interface Done {
  readonly changed: ReadonlyMap<number, Tick>
  readonly activeTick: number
  /** What the pool has more of A and of B, smallest units. */
  readonly amounts: readonly [bigint, bigint]
}

/** @throws RangeError where a number leaves 128 bits */
function afterTrade(state: State, { changed, activeTick, amounts }: Done): State {
  const [a, b] = state.reserves
  const reserves = [uint128(a + amounts[0]), uint128(b + amounts[1])] as const
  const ticks = state.ticks.map((tick) => changed.get(tick[0]) ?? tick).filter(([, x, y]) => x > 0n || y > 0n)
  const moved = { ...state, reserves, activeTick, ticks }
  return { ...moved, stirred: mayStir(moved, state.activeTick) }
}

interface Visit {
  readonly tick: Tick
  readonly sellsA: boolean
  /** Of what is sold, 18 decimals. */
  readonly left: bigint
}

/** All that a tick holds, or what is left of the trade. @throws RangeError where the contract reverts */
export function through(state: State, { tick: [id, a, b], sellsA, left }: Visit): Step {
  const depth = depthOf(a, b, edgesOf(state.spacing, id))
  const held = sellsA ? b : a
  const fee = state.feesE18[sellsA ? 0 : 1]
  const most = inputFor(held, depth, sellsA)
  const net = wadMulDown(left, wad - fee)
  if (net < most) {
    const given = outputFor(net, depth, sellsA)
    return stepOf(state, { taken: left, given: given < held ? given : held, excess: 0n, fee: left - net })
  }
  const onTop = divUp(uint256(most * fee), wad - fee)
  const taken = uint256(most + onTop)
  if (left > taken) return stepOf(state, { taken, given: held, excess: left - taken, fee: onTop })
  const given = outputFor(most, depth, sellsA)
  return stepOf(state, { taken, given: given < held ? given : held, excess: 0n, fee: onTop })
}

function stepOf({ protocolShare }: State, { fee, ...step }: Omit<Step, 'kept'> & { readonly fee: bigint }): Step {
  const leaves = divUp(uint256(fee * protocolShare), shareUnit)
  return { ...step, kept: leaves < step.taken ? step.taken - leaves : 0n }
}

/** What a tick takes for so much of its output, the fee aside. */
function inputFor(out: bigint, { price, liquidity }: Depth, sellsA: boolean): bigint {
  const part = liquidity === 0n ? 0n : wadDivUp(out, liquidity)
  if (sellsA) return divUp(uint256(out * price), orOne(uint256(inverse(price) - part)))
  return wadDivUp(out, orOne(wadMulDown(price, uint256(price - part))))
}

/** What a tick gives for so much, the fee aside, were it without end. */
function outputFor(paid: bigint, { price, liquidity }: Depth, sellsA: boolean): bigint {
  const part = wadDivUp(paid, liquidity + 1n)
  return sellsA
    ? uint256(paid * inverse(price)) / uint256(part + price)
    : uint256(paid * price) / uint256(part + inverseUp(price))
}

/** The contract divides by 1 where it would divide by 0. */
const orOne = (n: bigint): bigint => (n === 0n ? 1n : n)

function afterStep([id, a, b, kinds]: Tick, sellsA: boolean, { kept, given, excess }: Step): Tick {
  const [paid, bought] = sellsA ? [a, b] : [b, a]
  const left = excess > 0n ? 0n : bought - given
  const sum = uint128(paid + uint128(kept))
  return sellsA ? [id, sum, left, kinds] : [id, left, sum, kinds]
}

/** @throws RangeError where it is negative or needs more than 128 bits */
function uint128(n: bigint): bigint {
  if (n < 0n || n >= two128) throw new RangeError(`${n} is no number of 128 bits`)
  return n
}
