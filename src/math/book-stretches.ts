/** Stretches of an order book: so much at one price, then so much at the next. */
import type { Stretches } from '#domain/protocol'
import { concaveHull } from './chord-stretches.ts'
import { chordsOf, liquidityOf, openCut } from './cut.ts'

export interface Level {
  /** Smallest units, the fee included. */
  readonly sold: number
  readonly bought: number
  /** Of a trade that ends here. */
  readonly gas: number
  /** Units of the input that rounding may take at the end of the level, and so not take inside it. */
  readonly spoiled: number
}

/** Stretches fall in price and a level does not: by so much that floats can tell its ends apart. */
const even = 1e-8

/**
 * Where a level is dearer than the one behind it, as fees may make it, the two are taken as one of their mean price.
 * @param whole whether there is nothing behind the last level
 */
export function bookStretches(levels: readonly Level[], whole: boolean): Stretches {
  const points = [{ x: 0, y: 0 }]
  for (const { sold, bought } of levels) {
    const { x, y } = points.at(-1) ?? { x: 0, y: 0 }
    points.push({ x: x + sold, y: y + bought })
  }
  const cut = openCut()
  let level = 0
  for (const { from, to } of chordsOf(concaveHull(points))) {
    const first = level
    while (level < levels.length && (points[level + 1]?.x ?? 0) <= to.x) level += 1
    const passed = levels.slice(first, level)
    const root = Math.sqrt((to.y - from.y) / (to.x - from.x))
    const begin = Math.min(root * (1 + even), cut.end())
    const end = Math.min(root * (1 - even), begin * (1 - even))
    const gas = Math.min(...passed.map((one) => one.gas)) // bounds count it from below
    const spoiled = passed.reduce((sum, one) => sum + one.spoiled, 0)
    const slack = 1 + passed.length + spoiled * root ** 2 + 4 * even * to.y
    cut.add({ begin, end, liquidity: liquidityOf(to.x - from.x, begin, end), gas, slack })
  }
  return { kept: 1, ...cut.lists(), whole }
}
