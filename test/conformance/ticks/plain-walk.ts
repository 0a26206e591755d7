/**
 * A second implementation of a swap over ticks, for families whose contracts are not available: one loop, step by step
 * as in the white paper of Uniswap v3 (§6.2), that shares nothing with `amm/ticks` but the price of a tick. It searches
 * the ticks in every step and keeps nothing between swaps.
 */
import { getFeePpm, type TickState } from '#amm/ticks/state'
import { maxTick, minTick, sqrtPriceAtTick, tickAtSqrtPrice } from '#math/ticks/tick'

const q96 = 1n << 96n
const million = 1_000_000n
const uint256 = 1n << 256n

const up = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

/** The pool after a swap, and its output; `undefined` if it takes only part of the input, or gives nothing. */
export function plainSwap(
  before: TickState,
  falls: boolean,
  amountIn: bigint,
): { readonly out: bigint; readonly state: TickState } | undefined {
  const limit = falls ? sqrtPriceAtTick(minTick) + 1n : sqrtPriceAtTick(maxTick) - 1n
  let [state, left, out] = [before, amountIn, 0n]
  while (left > 0n && state.sqrtPriceX96 !== limit) {
    const next = nextTick(state, falls)
    const far = sqrtPriceAtTick(next)
    const step = stepOf(state, { target: falls ? bigger(far, limit) : smaller(far, limit), left, falls })
    ;[left, out] = [left - step.used, out + step.out]
    state = { ...state, sqrtPriceX96: step.price, ...arriveAt(state, step.price, { next, far, falls }) }
  }
  return left > 0n || out === 0n ? undefined : { out, state }
}

/** Other changes of a step that ends at `price`; at the price of `next`, that tick is crossed. */
function arriveAt(
  { ticks, liquidity, sqrtPriceX96 }: TickState,
  price: bigint,
  { next, far, falls }: { readonly next: number; readonly far: bigint; readonly falls: boolean },
): Partial<TickState> {
  if (price === sqrtPriceX96 && price !== far) return {}
  if (price !== far) return { tick: tickAtSqrtPrice(price) }
  const net = ticks.find(([one]) => one === next)?.[1] ?? 0n
  return falls ? { liquidity: liquidity - net, tick: next - 1 } : { liquidity: liquidity + net, tick: next }
}

/** The initialized tick ahead in the same word of the table, else that word's last. */
function nextTick({ ticks, tick, tickSpacing }: TickState, falls: boolean): number {
  const size = 256 * tickSpacing
  const index = Math.floor(tick / tickSpacing) + (falls ? 0 : 1)
  const first = Math.floor(index / 256) * size
  const ahead = ticks
    .map(([one]) => one)
    .filter((one) => one >= first && one < first + size && (falls ? one <= tick : one >= index * tickSpacing))
  const edge = falls ? first : first + size - tickSpacing
  const found = falls ? ahead.at(-1) : ahead[0]
  return Math.min(Math.max(found ?? edge, minTick), maxTick)
}

interface Segment {
  readonly target: bigint
  readonly left: bigint
  readonly falls: boolean
}

function stepOf(state: TickState, { target, left, falls }: Segment) {
  const { sqrtPriceX96: from, liquidity } = state
  const fee = BigInt(getFeePpm(state, falls))
  const kept = (left * (million - fee)) / million
  const reachesTarget = kept >= takenBetween(from, target, liquidity, falls)
  const price = reachesTarget ? target : priceAfter(from, liquidity, kept, falls)
  const taken = takenBetween(from, price, liquidity, falls)
  const used = price === target ? taken + up(taken * fee, million - fee) : left
  return { price, used, out: givenBetween(from, price, liquidity, falls) }
}

/** Of the input token, rounded up. */
const takenBetween = (from: bigint, to: bigint, liquidity: bigint, falls: boolean): bigint =>
  falls ? up(up(liquidity * q96 * (from - to), from), to) : up(liquidity * (to - from), q96)

/** Of the output token, rounded down. */
const givenBetween = (from: bigint, to: bigint, liquidity: bigint, falls: boolean): bigint =>
  falls ? (liquidity * (from - to)) / q96 : (liquidity * q96 * (to - from)) / to / from

function priceAfter(price: bigint, liquidity: bigint, kept: bigint, falls: boolean): bigint {
  if (!falls) return price + (kept * q96) / liquidity
  const depth = liquidity * q96
  // the contract's other order, if the first would overflow
  const fits = kept * price < uint256 && depth + kept * price < uint256
  return fits ? up(depth * price, depth + kept * price) : up(depth, depth / price + kept)
}

const bigger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
