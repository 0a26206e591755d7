import { f64, i32 } from '#math/typed'
import { type Core, type CoreEdge, type Ground, gasCost } from './core.ts'
import { type Bench, solveDual } from './dual.ts'
import { connected } from './shape.ts'

/** A set of edges with the best flow over them. */
export interface Support {
  readonly edges: readonly CoreEdge[]
  /** By token of the core; 0 for those it does not touch. */
  readonly prices: Float64Array
  /** By edge: c, what arbitrage over it gains less its gas. Dropping it costs no less. */
  readonly gains: readonly number[]
  /** Output less gas; −∞ where the flow was not found. */
  readonly value: number
  /** Whether the whole amount is sold. */
  readonly isWhole: boolean
}

/** What every step of a search over one core works with. */
export interface Work {
  readonly ground: Ground
  readonly core: Core
  readonly bench: Bench
  /** By `CoreEdge.index`: 1 for edges that may not be added. */
  readonly banned: Uint8Array
  /** Supports valued so far: what a search may cost is counted in them. */
  spent: number
}

const mostStrips = 3
/** Where prices hardly move with amounts, a value this exact is still some thousandths of the amount off. */
const flatPrecision = 1e-14
/** Less of the amount than this sold is not all of it; what the solver's precision leaves is far smaller. */
const wholePart = 0.999

/** Values edges from prices near their optimum, and strips those that nothing flows through. */
export function tryEdges(work: Work, edges: readonly CoreEdge[], from: Float64Array): Support {
  const { core, bench } = work
  work.spent += 1
  const prices = from.slice()
  let kept = edges
  let solved = solveDual(bench, kept, core.task.amount, prices)
  for (let strip = 0; strip < mostStrips; strip += 1) {
    const flowing = kept.filter((_, i) => f64(bench.x, i) > 0)
    const useful = connected(flowing)
    if (useful.length === kept.length || useful.length === 0) break
    const wereEmpty = useful.length === flowing.length
    if (wereEmpty) closeRanks(bench, kept)
    kept = useful
    if (!wereEmpty) solved = solveDual(bench, kept, core.task.amount, prices)
  }
  if (!sellsAll(work, kept)) solved = solveDual(bench, kept, core.task.amount, prices, flatPrecision)
  return settled(work, kept, prices, solved.isSolved ? solved.value : Number.NEGATIVE_INFINITY)
}

function sellsAll({ core, bench }: Work, edges: readonly CoreEdge[]): boolean {
  let sold = 0
  for (let i = 0; i < edges.length; i += 1) if (edges[i]?.a === 0) sold += f64(bench.x, i)
  return sold > wholePart * core.task.amount
}

/** Moves the flows, which stand by position, to where they are once the empty edges have gone. */
function closeRanks({ x, y, stretch }: Bench, edges: readonly CoreEdge[]): void {
  let place = 0
  for (let i = 0; i < edges.length; i += 1) {
    if (f64(x, i) === 0) continue
    x[place] = f64(x, i)
    y[place] = f64(y, i)
    stretch[place] = i32(stretch, i)
    place += 1
  }
}

function settled(work: Work, edges: readonly CoreEdge[], prices: Float64Array, gross: number): Support {
  const { core, bench } = work
  const { book } = work.ground
  const { gas } = book.columns
  const { x, y } = bench
  let value = gross
  const gains = edges.map(({ edge, a, b }, i) => {
    const cost = gasCost(book, core.task, edge, i32(gas, i32(bench.stretch, i)))
    value -= cost
    return f64(prices, b) * f64(y, i) - f64(prices, a) * f64(x, i) - cost
  })
  return { edges, prices, gains, value, isWhole: sellsAll(work, edges) }
}

/** Whether a support is better by more than the solver's precision. */
export const isBetter = (support: Support, than: Support): boolean =>
  support.value > than.value + (Number.isFinite(than.value) ? 1e-9 * Math.abs(than.value) : 0)

/** Positions of a support's edges, those that gain least first. */
export const byGain = ({ gains }: Support): readonly number[] =>
  [...gains.keys()].sort((i, k) => (gains[i] ?? 0) - (gains[k] ?? 0) || i - k)
