/**
 * Where bins may move. After a trade the pool moves bins of three kinds along with the mean of its price: to the right
 * those that follow a rising price, to the left those that follow a falling one, in both directions the third kind;
 * bins they meet are merged. How far the mean moves depends on the time of the trade, so only this is computed: whether
 * any bin may move.
 */
import type { MaverickState } from './state.ts'

/** Bits of a tick's kinds; the first, 1, marks bins that do not move. */
const [right, left, both] = [2, 4, 8]
const unit = 10n ** 8n
const half = unit / 2n

/**
 * True if a trade that began at tick `before` may have moved bins, at any time of the trade.
 * @param state after the trade, with the bins in their old ticks
 */
export function mayMoveBins(
  { ticks, activeTick, mean: [min, max], knownFrom, knownTo }: MaverickState,
  before: number,
): boolean {
  const holds = (kinds: number, from: number, to: number) =>
    from <= to &&
    (from < knownFrom ||
      to > knownTo ||
      ticks.some(([id, , , found]) => id >= from && id <= to && (found & kinds) !== 0))

  const [below, belowMost] = [tickOf(min - half), tickOf(max - half)]
  const rises = activeTick > before || belowMost > below
  if (rises && holds(right | both, below - 1, Math.min(activeTick - 1, belowMost))) return true

  const [above, aboveMost] = [tickOf(min + half), tickOf(max + half)]
  const falls = activeTick < before || above < aboveMost
  return falls && holds(left | both, Math.max(activeTick + 1, above), aboveMost + 1)
}

/** The tick that contains a mean. */
const tickOf = (mean: bigint): number => Number((mean - (((mean % unit) + unit) % unit)) / unit)

/**
 * The range of the mean after a trade: it moves part of the way to the last price, at most one tick, and further the
 * longer ago the last trade was.
 * @param mean at the last trade; all values in ticks with 8 decimals
 */
export function computeMeanRange(mean: bigint, lastPrice: bigint): MaverickState['mean'] {
  const away = lastPrice - mean
  if (away >= 0n) return [mean, mean + (away < unit ? away : unit)]
  return [mean + (away > -unit ? away : -unit), mean]
}
