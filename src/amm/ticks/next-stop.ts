import { maxTick, minTick } from '#math/tick'
import type { TickState } from './state.ts'

/** What a pool's loop has passed so far. */
export interface Passed {
  /** Initialised ticks crossed. */
  readonly crossed: number
  /** Words of the bitmap left without finding a tick in what remained of them. */
  readonly emptyWords: number
}

/** Where a pool's loop is between two of its steps, prices and amounts aside. */
export interface Place extends Passed {
  readonly tick: number
  readonly liquidity: bigint
  /** How many initialised ticks are at or below `tick`. */
  readonly below: number
}

export interface Next {
  readonly tick: number
  /** Of an initialised tick. */
  readonly liquidityNet: bigint | undefined
}

/** The tick the loop steps to from a place; `undefined` where the known ticks end before it. */
export const nextStop = (state: TickState, from: Place, falls: boolean): Next | undefined =>
  falls ? nextDown(state, from) : nextUp(state, from)

/** The initialised tick at or below, within the word of the tick; else that word's lowest tick. */
function nextDown(state: TickState, { tick, liquidity, below }: Place): Next | undefined {
  const { ticks, tickSpacing, knownFrom } = state
  const wordEdge = ((Math.floor(tick / tickSpacing) >> 8) << 8) * tickSpacing
  // nothing is rounded where nothing is traded
  const edge = Math.max(state.linked || liquidity === 0n ? minTick : wordEdge, minTick)
  const listed = ticks[below - 1]
  if (listed !== undefined && listed[0] >= edge) return { tick: listed[0], liquidityNet: listed[1] }
  return edge < knownFrom ? undefined : { tick: edge, liquidityNet: undefined }
}

/** The initialised tick above, within the word of the next spacing; else that word's highest tick. */
function nextUp(state: TickState, { tick, liquidity, below }: Place): Next | undefined {
  const { ticks, tickSpacing, knownTo } = state
  const wordEdge = ((((Math.floor(tick / tickSpacing) + 1) >> 8) << 8) + 255) * tickSpacing
  const edge = Math.min(state.linked || liquidity === 0n ? maxTick : wordEdge, maxTick)
  const listed = ticks[below]
  if (listed !== undefined && listed[0] <= edge) return { tick: listed[0], liquidityNet: listed[1] }
  return edge > knownTo ? undefined : { tick: edge, liquidityNet: undefined }
}

/** The place past a tick: below it when the price falls, at it when the price rises. */
export function pass(state: TickState, from: Place, { tick, liquidityNet }: Next, falls: boolean): Place {
  const emptyWords = from.emptyWords + emptyWordsOf(state, from, { tick, liquidityNet })
  const past = falls ? tick - 1 : tick
  const { below, crossed } = from
  if (liquidityNet === undefined) return { tick: past, liquidity: from.liquidity, below, crossed, emptyWords }
  const liquidity = falls ? from.liquidity - liquidityNet : from.liquidity + liquidityNet
  if (liquidity < 0n) throw new RangeError(`the ticks of this state take more liquidity than it has at ${tick}`)
  return { tick: past, liquidity, below: below + (falls ? -1 : 1), crossed: crossed + 1, emptyWords }
}

/** One for an edge; as many as the pool walks through in a stretch without liquidity, which is one stop here. */
function emptyWordsOf({ tickSpacing, linked }: TickState, from: Place, next: Next): number {
  if (linked) return 0
  if (from.liquidity === 0n) return Math.floor(Math.abs(next.tick - from.tick) / (256 * tickSpacing))
  return next.liquidityNet === undefined ? 1 : 0
}
