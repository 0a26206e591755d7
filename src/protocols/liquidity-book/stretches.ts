/** A pair as the search sees it: an order book, a level for each bin. */
import type { Stretches, Trade } from '#domain/protocol'
import { bookStretches, type Level } from '#math/book-stretches'
import { unlessRefused } from '#math/unless-refused'
import { movedTo, refreshed } from './fee.ts'
import type { Bin, State, Volatility } from './state.ts'
import { pathOf, through } from './swap.ts'

const everything = (1n << 128n) - 1n

/** @param gasAfter so many bins */
export function stretches(state: State, { from }: Pick<Trade, 'from'>, gasAfter: (bins: number) => number): Stretches {
  const sellsX = from === state.xIndex
  const path = pathOf(state, sellsX)
  const levels: Level[] = []
  let volatility = refreshed(state)
  for (const bin of path.bins) {
    volatility = movedTo(volatility, bin[0], state)
    const level = levelOf(state, { bin, volatility, sellsX }, gasAfter(levels.length + 1))
    // the contract reverts here, and everywhere behind
    if (level === undefined) return bookStretches(levels, true)
    levels.push(level)
  }
  return bookStretches(levels, path.isWhole)
}

interface Visit {
  readonly bin: Bin
  readonly volatility: Volatility
  readonly sellsX: boolean
}

/** What is paid for the whole of a bin is rounded up twice, and its fee once more. */
function levelOf(state: State, visit: Visit, gas: number): Level | undefined {
  const step = unlessRefused(() => through(state, { ...visit, left: everything }))
  if (step === undefined) return undefined
  return { sold: Number(step.taken), bought: Number(step.given), gas, spoiled: 4 }
}
