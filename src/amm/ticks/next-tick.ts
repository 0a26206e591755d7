import { maxTick, minTick } from '#math/ticks/tick'
import type { TickState } from './state.ts'

/** What a pool's loop has passed so far. */
export interface CrossingCounts {
  /** Initialized ticks crossed. */
  readonly crossed: number
  /** Words of the bitmap left without finding a tick in their remaining part. */
  readonly emptyWords: number
}

/** Position of a pool's loop between two of its steps, without prices and amounts. */
export interface TickPosition extends CrossingCounts {
  readonly tick: number
  readonly liquidity: bigint
  /** Number of initialized ticks at or below `tick`. */
  readonly ticksBelow: number
}

export interface NextTick {
  readonly tick: number
  /** Defined for an initialized tick. */
  readonly liquidityNet: bigint | undefined
}

/** The tick the loop steps to from a position; `undefined` if the known ticks end before it. */
export const findNextTick = (state: TickState, from: TickPosition, falls: boolean): NextTick | undefined =>
  falls ? findTickBelow(state, from) : findTickAbove(state, from)

/** The initialized tick at or below, within the word of the tick; else that word's lowest tick. */
function findTickBelow(state: TickState, { tick, liquidity, ticksBelow: below }: TickPosition): NextTick | undefined {
  const { ticks, tickSpacing, knownFrom } = state
  const wordEdge = ((Math.floor(tick / tickSpacing) >> 8) << 8) * tickSpacing
  // without liquidity nothing is traded, so nothing is rounded
  const edge = Math.max(state.linked || liquidity === 0n ? minTick : wordEdge, minTick)
  const listed = ticks[below - 1]
  if (listed !== undefined && listed[0] >= edge) return { tick: listed[0], liquidityNet: listed[1] }
  return edge < knownFrom ? undefined : { tick: edge, liquidityNet: undefined }
}

/** The initialized tick above, within the word of the next spacing; else that word's highest tick. */
function findTickAbove(state: TickState, { tick, liquidity, ticksBelow: below }: TickPosition): NextTick | undefined {
  const { ticks, tickSpacing, knownTo } = state
  const wordEdge = ((((Math.floor(tick / tickSpacing) + 1) >> 8) << 8) + 255) * tickSpacing
  const edge = Math.min(state.linked || liquidity === 0n ? maxTick : wordEdge, maxTick)
  const listed = ticks[below]
  if (listed !== undefined && listed[0] <= edge) return { tick: listed[0], liquidityNet: listed[1] }
  return edge > knownTo ? undefined : { tick: edge, liquidityNet: undefined }
}

/** The position past a tick: below it when the price falls, at it when the price rises. */
export function crossTick(
  state: TickState,
  from: TickPosition,
  { tick, liquidityNet }: NextTick,
  falls: boolean,
): TickPosition {
  const emptyWords = from.emptyWords + countEmptyWords(state, from, { tick, liquidityNet })
  const past = falls ? tick - 1 : tick
  const { ticksBelow: below, crossed } = from
  if (liquidityNet === undefined)
    return { tick: past, liquidity: from.liquidity, ticksBelow: below, crossed, emptyWords }
  const liquidity = falls ? from.liquidity - liquidityNet : from.liquidity + liquidityNet
  if (liquidity < 0n) throw new RangeError(`the ticks of this state take more liquidity than it has at ${tick}`)
  return { tick: past, liquidity, ticksBelow: below + (falls ? -1 : 1), crossed: crossed + 1, emptyWords }
}

/** One for a word edge; without liquidity, all the words that the pool passes, as that range is one step here. */
function countEmptyWords({ tickSpacing, linked }: TickState, from: TickPosition, next: NextTick): number {
  if (linked) return 0
  if (from.liquidity === 0n) return Math.floor(Math.abs(next.tick - from.tick) / (256 * tickSpacing))
  return next.liquidityNet === undefined ? 1 : 0
}
