/** Segments of a pair: an order book with a level for each bin. */
import type { LiquiditySegments, Trade } from '#domain/pools/protocol'
import { bookToSegments, type PriceLevel } from '#math/segments/book'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { moveVolatility, refreshVolatility } from './fee.ts'
import type { Bin, LiquidityBookState, Volatility } from './state.ts'
import { findPath, swapInBin } from './swap.ts'

const everything = (1n << 128n) - 1n

/** @param gasAfter gas of a trade through a number of bins */
export function toSegments(
  state: LiquidityBookState,
  { from }: Pick<Trade, 'from'>,
  gasAfter: (bins: number) => number,
): LiquiditySegments {
  const sellsX = from === state.xIndex
  const path = findPath(state, sellsX)
  const levels: PriceLevel[] = []
  let volatility = refreshVolatility(state)
  for (const bin of path.bins) {
    volatility = moveVolatility(volatility, bin[0], state)
    const level = toPriceLevel(state, { bin, volatility, sellsX }, gasAfter(levels.length + 1))
    // the contract reverts from here on
    if (level === undefined) return bookToSegments(levels, true)
    levels.push(level)
  }
  return bookToSegments(levels, path.isWhole)
}

interface Visit {
  readonly bin: Bin
  readonly volatility: Volatility
  readonly sellsX: boolean
}

/** The input for a whole bin is rounded up twice, and its fee once more. */
function toPriceLevel(state: LiquidityBookState, visit: Visit, gas: number): PriceLevel | undefined {
  const step = undefinedOnRangeError(() => swapInBin(state, { ...visit, left: everything }))
  if (step === undefined) return undefined
  return { sold: Number(step.taken), bought: Number(step.given), gas, roundingLoss: 4 }
}
