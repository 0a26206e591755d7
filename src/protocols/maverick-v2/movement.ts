/**
 * Where bins may move. After a trade the pool takes bins of three kinds along with the mean of its price: to the right those
 * that follow a rising one, to the left those that follow a falling one, both ways the third kind; those it meets are merged.
 * How far the mean has come depends on when the trade is made, so that only one thing is said here: whether any bin may move.
 */
import type { State } from './state.ts'

/** Bits of a tick's kinds; the first, 1, is that of bins that stay. */
const [right, left, both] = [2, 4, 8]
const unit = 10n ** 8n
const half = unit / 2n

/**
 * Whether a trade that began at `before` may have moved bins, for any time at which it was made.
 * @param state after the trade, the bins where they were
 */
export function mayStir(
  { ticks, activeTick, mean: [least, most], knownFrom, knownTo }: State,
  before: number,
): boolean {
  const holds = (kinds: number, from: number, to: number) =>
    from <= to &&
    (from < knownFrom ||
      to > knownTo ||
      ticks.some(([id, , , found]) => id >= from && id <= to && (found & kinds) !== 0))

  const [below, belowMost] = [tickOf(least - half), tickOf(most - half)]
  const rises = activeTick > before || belowMost > below
  if (rises && holds(right | both, below - 1, Math.min(activeTick - 1, belowMost))) return true

  const [above, aboveMost] = [tickOf(least + half), tickOf(most + half)]
  const falls = activeTick < before || above < aboveMost
  return falls && holds(left | both, Math.max(activeTick + 1, above), aboveMost + 1)
}

/** The tick that a mean lies in. */
const tickOf = (mean: bigint): number => Number((mean - (((mean % unit) + unit) % unit)) / unit)

/**
 * Between what the mean may come to stand: it goes a part of the way to the last price, at most a tick, the further the longer
 * ago the last trade was.
 * @param mean as of the last trade, ticks of 8 decimals, as all
 */
export function meanRange(mean: bigint, lastPrice: bigint): State['mean'] {
  const away = lastPrice - mean
  if (away >= 0n) return [mean, mean + (away < unit ? away : unit)]
  return [mean + (away > -unit ? away : -unit), mean]
}
