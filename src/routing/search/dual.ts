/**
 * The maximum output of a fixed set of edges, by its dual. With prices ν of the tokens in the output token, ν_target =
 * 1,
 *
 *   g(ν) = D ν_source + Σ_e max_x (ν_b f_e(x) − ν_a x)
 *
 * is never below the output for D, and equals it at its minimum if the edges form no cycle. Its gradient in log prices
 * is each token's excess, its Hessian the Laplacian of a graph whose conductances are the edges' ν_a L / (2 w kept). So
 * a few damped Newton steps solve it.
 */

import { createNewtonMethod, type NewtonMethod } from '#math/damped-newton'
import { f64, i32 } from '#math/typed'
import { createFill, fillTo } from '#routing/index/edge'
import type { EdgeTable } from '#routing/index/edge-table'
import type { SearchEdge } from './search-graph.ts'
import { dualTuning } from './tuning.ts'

/** Solves duals one after another; holds the flows of the last solution, by position in the edges passed to it. */
export interface DualWorkspace {
  readonly book: EdgeTable
  readonly x: Float64Array
  readonly y: Float64Array
  readonly segment: Int32Array
  /**
   * Minimizes the dual of some edges.
   * @param prices by core token: the starting point, replaced by the optimum
   * @param precision stops when the predicted decrease is this part of the value
   */
  solve(edges: readonly SearchEdge[], amount: number, prices: Float64Array, precision?: number): DualSolution
  /** Moves the flows to their positions after the empty ones of the first `count` edges are dropped. */
  dropEmptyFlows(count: number): void
}

export interface DualSolution {
  /** Gross output at the optimum, in the output token. */
  readonly value: number
  readonly isSolved: boolean
}

const { maxSteps, defaultPrecision, solvedPrecision } = dualTuning

/** @param tokens maximum number of tokens of a core, @param edges of a set of edges */
export function createDualWorkspace(book: EdgeTable, tokens: number, edges: number): DualWorkspace {
  const system: DualSystem = {
    book,
    newton: createNewtonMethod(tokens, dualTuning.newton),
    x: new Float64Array(edges),
    y: new Float64Array(edges),
    segment: new Int32Array(edges),
    tokens: [],
    row: new Int32Array(tokens),
    point: new Float64Array(tokens),
  }
  const { x, y, segment } = system
  return {
    ...{ book, x, y, segment },
    solve: (set, amount, prices, precision = defaultPrecision) => solve(system, set, amount, prices, precision),
    dropEmptyFlows: (count) => dropEmptyFlows(system, count),
  }
}

interface DualSystem extends Pick<DualWorkspace, 'book' | 'x' | 'y' | 'segment'> {
  readonly newton: NewtonMethod
  /** The tokens whose prices vary; the output token's is 1. */
  readonly tokens: number[]
  /** By core token its position among these; −1 for the output token. */
  readonly row: Int32Array
  /** The prices, by that position. */
  readonly point: Float64Array
}

function solve(
  system: DualSystem,
  edges: readonly SearchEdge[],
  amount: number,
  prices: Float64Array,
  precision: number,
): DualSolution {
  const { newton, tokens, point } = system
  numberTokens(system, edges)
  prices[1] = 1
  for (let i = 0; i < tokens.length; i += 1) point[i] = f64(prices, tokens[i] as number)
  const valueAt = (at: Float64Array) => evaluate(system, edges, amount, at)
  const run = { size: tokens.length, fixed: -1, maxSteps, precision, solvedPrecision }
  const { value, isSolved, hasStalled } = newton.minimize(valueAt, point, run)
  for (let i = 0; i < tokens.length; i += 1) prices[tokens[i] as number] = f64(point, i)
  return { value: hasStalled ? valueAt(point) : value, isSolved }
}

function numberTokens({ tokens, row }: DualSystem, edges: readonly SearchEdge[]): void {
  row.fill(-2)
  row[0] = 0
  row[1] = -1
  tokens.length = 0
  tokens.push(0)
  for (const { a, b } of edges) {
    if (i32(row, a) === -2) row[a] = tokens.push(a) - 1
    if (i32(row, b) === -2) row[b] = tokens.push(b) - 1
  }
}

const fill = createFill()

/** Evaluates the dual at given prices, its derivatives in log prices, and the flows. */
function evaluate(system: DualSystem, edges: readonly SearchEdge[], amount: number, prices: Float64Array): number {
  const { book, x, y, segment, row, tokens } = system
  const { hessian, gradient } = system.newton
  const n = tokens.length
  hessian.fill(0, 0, n * n)
  gradient.fill(0, 0, n)
  let value = amount * f64(prices, 0)
  gradient[0] = value
  for (let i = 0; i < edges.length; i += 1) {
    const { edge, a, b, spot } = edges[i] as SearchEdge
    const p = i32(row, a)
    const q = i32(row, b)
    const va = p < 0 ? 1 : f64(prices, p)
    const vb = q < 0 ? 1 : f64(prices, q)
    if (va >= spot * vb) {
      x[i] = 0
      y[i] = 0
      segment[i] = i32(book.first, edge)
      continue
    }
    fillTo(book, edge, va / vb, fill)
    x[i] = fill.x
    y[i] = fill.y
    segment[i] = fill.segment
    const paid = va * fill.x
    const given = vb * fill.y
    const flex = 0.5 * va * fill.flex
    value += given - paid
    gradient[p] = f64(gradient, p) - paid
    hessian[p * n + p] = f64(hessian, p * n + p) + flex
    if (q < 0) continue
    gradient[q] = f64(gradient, q) + given
    hessian[q * n + q] = f64(hessian, q * n + q) + flex
    const below = p > q ? p * n + q : q * n + p
    hessian[below] = f64(hessian, below) - flex
  }
  return value
}

function dropEmptyFlows({ x, y, segment }: DualSystem, count: number): void {
  let place = 0
  for (let i = 0; i < count; i += 1) {
    if (f64(x, i) === 0) continue
    x[place] = f64(x, i)
    y[place] = f64(y, i)
    segment[place] = i32(segment, i)
    place += 1
  }
}
