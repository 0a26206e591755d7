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
import { solveCholesky } from '#math/cholesky'
import { f64, i32 } from '#math/typed'
import { createFill, fillTo } from '#routing/index/edge'
import type { EdgeTable } from '#routing/index/edge-table'
import type { SearchEdge } from './search-graph.ts'

/** The solver's buffers, and the flows of its last solution, by position in the edges passed to it. */
export interface DualWorkspace {
  readonly book: EdgeTable
  readonly x: Float64Array
  readonly y: Float64Array
  readonly segment: Int32Array
  /**
   * The tokens whose prices vary; the output token's is 1. `row`: by core token, its matrix row; −1 for the output
   * token.
   */
  readonly tokens: number[]
  readonly row: Int32Array
  readonly hessian: Float64Array
  readonly gradient: Float64Array
  readonly step: Float64Array
  readonly trial: Float64Array
}

export interface DualSolution {
  /** Gross output at the optimum, in the output token. */
  readonly value: number
  readonly isSolved: boolean
}

const maxSteps = 30
const maxBacktracks = 14
const backtrackFactor = 0.35
/** Maximum length of a step in log prices. */
const maxStepLength = 0.5
/** Newton's predicted decrease, as part of the value, that counts as solved if no price has far to move. */
const solvedPrecision = 1e-7
/** Lower limit of a token's curvature, as part of its shortage. */
const minFlex = 1e-9

export const createDualWorkspace = (table: EdgeTable, tokens: number, edges: number): DualWorkspace => ({
  book: table,
  x: new Float64Array(edges),
  y: new Float64Array(edges),
  segment: new Int32Array(edges),
  tokens: [],
  row: new Int32Array(tokens),
  hessian: new Float64Array(tokens * tokens),
  gradient: new Float64Array(tokens),
  step: new Float64Array(tokens),
  trial: new Float64Array(tokens),
})

/**
 * Minimizes the dual.
 * @param prices by core token: the starting point, replaced by the optimum
 * @param precision stops when the predicted decrease is this part of the value
 */
export function solveDual(
  dual: DualWorkspace,
  edges: readonly SearchEdge[],
  amount: number,
  prices: Float64Array,
  precision = 1e-9,
): DualSolution {
  numberTokens(dual, edges)
  prices[1] = 1
  dual.trial[1] = 1
  let value = evaluate(dual, edges, amount, prices)
  let isSolved = false
  for (let count = 0; count < maxSteps; count += 1) {
    const decrease = computeNewtonStep(dual)
    isSolved = decrease <= solvedPrecision * value && longestOf(dual) <= maxStepLength // NaN is not solved
    if (!(decrease > precision * value)) break
    const lower = backtrackingLineSearch(dual, edges, amount, { prices, value, decrease })
    if (lower === undefined) {
      value = evaluate(dual, edges, amount, prices)
      break
    }
    const gained = value - lower
    value = lower
    if (gained < 0.1 * precision * value) break
  }
  return { value, isSolved }
}

function numberTokens({ tokens, row }: DualWorkspace, edges: readonly SearchEdge[]): void {
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
function evaluate(dual: DualWorkspace, edges: readonly SearchEdge[], amount: number, prices: Float64Array): number {
  const { book, x, y, segment: stretch, row, hessian, gradient, tokens } = dual
  const n = tokens.length
  hessian.fill(0, 0, n * n)
  gradient.fill(0, 0, n)
  let value = amount * f64(prices, 0)
  gradient[0] = value
  for (let i = 0; i < edges.length; i += 1) {
    const { edge, a, b, spot } = edges[i] as SearchEdge
    const va = f64(prices, a)
    const vb = f64(prices, b)
    if (va >= spot * vb) {
      x[i] = 0
      y[i] = 0
      stretch[i] = i32(book.first, edge)
      continue
    }
    fillTo(book, edge, va / vb, fill)
    x[i] = fill.x
    y[i] = fill.y
    stretch[i] = fill.segment
    const paid = va * fill.x
    const given = vb * fill.y
    const flex = 0.5 * va * fill.flex
    value += given - paid
    const p = i32(row, a)
    const q = i32(row, b)
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

/** Newton's direction; returns the decrease it predicts. */
function computeNewtonStep({ tokens, hessian, gradient, step }: DualWorkspace): number {
  const n = tokens.length
  let largest = 0
  for (let i = 0; i < n; i += 1) largest = Math.max(largest, f64(hessian, i * n + i))
  for (let i = 0; i < n; i += 1) {
    // an excess token adds its own second derivative in the log price; the term that keeps the system solvable also
    // keeps steps finite for a token in shortage whose price no flow depends on
    const excess = f64(gradient, i)
    const own = Math.max(excess, -minFlex * excess)
    hessian[i * n + i] = f64(hessian, i * n + i) + own + 1e-13 * largest + 1e-300
    step[i] = -f64(gradient, i)
  }
  solveCholesky(hessian, n, step)
  let decrease = 0
  for (let i = 0; i < n; i += 1) decrease -= f64(gradient, i) * f64(step, i)
  return decrease
}

interface LineSearchStart {
  readonly prices: Float64Array
  readonly value: number
  readonly decrease: number
}

/** Steps along the direction until the value decreases enough; `undefined` if no step does. */
function backtrackingLineSearch(
  dual: DualWorkspace,
  edges: readonly SearchEdge[],
  amount: number,
  { prices, value, decrease }: LineSearchStart,
) {
  const { tokens, step, trial } = dual
  const longest = longestOf(dual)
  let part = longest > maxStepLength ? maxStepLength / longest : 1
  for (let count = 0; count < maxBacktracks; count += 1, part *= backtrackFactor) {
    for (let i = 0; i < tokens.length; i += 1) {
      const token = tokens[i] as number
      trial[token] = f64(prices, token) * Math.exp(part * f64(step, i))
    }
    const lower = evaluate(dual, edges, amount, trial)
    if (!(lower <= value - 1e-4 * part * decrease)) continue // also continues on NaN
    for (const token of tokens) prices[token] = f64(trial, token)
    return lower
  }
  return undefined
}

function longestOf({ tokens, step }: DualWorkspace): number {
  let longest = 0
  for (let i = 0; i < tokens.length; i += 1) longest = Math.max(longest, Math.abs(f64(step, i)))
  return longest
}
