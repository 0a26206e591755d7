/** Segments of an order book: an amount at one price, then an amount at the next. */
import type { LiquiditySegments } from '#domain/pools/protocol'
import { computeLiquidity, createSegmentBuilder, toChords } from './builder.ts'
import { buildConcaveHull } from './chord.ts'

export interface PriceLevel {
  /** Smallest units, the fee included. */
  readonly sold: number
  readonly bought: number
  /** Of a trade that ends here. */
  readonly gas: number
  /** Input units that rounding may take at the end of the level but not inside it. */
  readonly roundingLoss: number
}

/**
 * Segments must fall in price, and a level does not: they fall by this much, so that floats can tell their ends apart.
 */
const minPriceStep = 1e-8

/**
 * If a level is worse than the one behind it, as fees may cause, the two become one of their mean price.
 * @param whole true if there is nothing behind the last level
 */
export function bookToSegments(levels: readonly PriceLevel[], whole: boolean): LiquiditySegments {
  const points = [{ x: 0, y: 0 }]
  for (const { sold, bought } of levels) {
    const { x, y } = points.at(-1) ?? { x: 0, y: 0 }
    points.push({ x: x + sold, y: y + bought })
  }
  const cut = createSegmentBuilder()
  let level = 0
  for (const { from, to } of toChords(buildConcaveHull(points))) {
    const first = level
    while (level < levels.length && (points[level + 1]?.x ?? 0) <= to.x) level += 1
    const passed = levels.slice(first, level)
    const root = Math.sqrt((to.y - from.y) / (to.x - from.x))
    const begin = Math.min(root * (1 + minPriceStep), cut.end())
    const end = Math.min(root * (1 - minPriceStep), begin * (1 - minPriceStep))
    const gas = Math.min(...passed.map((one) => one.gas)) // bounds need the lowest gas
    const spoiled = passed.reduce((sum, one) => sum + one.roundingLoss, 0)
    const slack = 1 + passed.length + spoiled * root ** 2 + 4 * minPriceStep * to.y
    cut.add({ begin, end, liquidity: computeLiquidity(to.x - from.x, begin, end), gas, slack })
  }
  return { feeFactor: 1, ...cut.build(), isComplete: whole }
}
