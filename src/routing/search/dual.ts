/**
 * The most a fixed set of edges gives, by its dual. With prices ν of the tokens in the bought one, ν_target = 1,
 *
 *   g(ν) = D ν_source + Σ_e max_x (ν_b f_e(x) − ν_a x)
 *
 * is never below what the edges give for D, and at its minimum equal to it where they form no circle. Its gradient in
 * log prices is what a token has left over, its Hessian the Laplacian of a graph whose conductances are the edges'
 * ν_a L / (2 w kept). So a few damped Newton steps solve it.
 */
import { solveCholesky } from '#math/cholesky'
import { f64, i32 } from '#math/typed'
import type { Book } from '#routing/book/book'
import { emptyFill, fillTo } from '#routing/book/edge'
import type { CoreEdge } from './core.ts'

/** The room the solver works in, and the flows of its last solution, by position in the edges it was given. */
export interface Bench {
  readonly book: Book
  readonly x: Float64Array
  readonly y: Float64Array
  readonly stretch: Int32Array
  /** The tokens whose prices move; the bought one's is 1. By token of the core their row, −1 for the bought one. */
  readonly tokens: number[]
  readonly row: Int32Array
  readonly hessian: Float64Array
  readonly gradient: Float64Array
  readonly step: Float64Array
  readonly trial: Float64Array
}

export interface Solved {
  /** Gross output at the optimum, in the bought token. */
  readonly value: number
  readonly isSolved: boolean
}

const mostSteps = 30
const mostShorter = 14
const shorter = 0.35
/** A step in log prices goes no further than this. */
const longestStep = 0.5
/** Newton's predicted decrease, as part of the value, that counts as solved where no price has far to go. */
const solvedWithin = 1e-7
/** Of what a token lacks: its flow answers to its log price by no less. */
const leastFlex = 1e-9

export const openBench = (book: Book, tokens: number, edges: number): Bench => ({
  book,
  x: new Float64Array(edges),
  y: new Float64Array(edges),
  stretch: new Int32Array(edges),
  tokens: [],
  row: new Int32Array(tokens),
  hessian: new Float64Array(tokens * tokens),
  gradient: new Float64Array(tokens),
  step: new Float64Array(tokens),
  trial: new Float64Array(tokens),
})

/**
 * @param prices by token of the core: where to start, and then the optimum's
 * @param precision what is left of the value to gain when it stops, in parts of it
 */
export function solveDual(
  bench: Bench,
  edges: readonly CoreEdge[],
  amount: number,
  prices: Float64Array,
  precision = 1e-9,
): Solved {
  numberTokens(bench, edges)
  prices[1] = 1
  bench.trial[1] = 1
  let value = evaluate(bench, edges, amount, prices)
  let isSolved = false
  for (let count = 0; count < mostSteps; count += 1) {
    const decrease = aim(bench)
    isSolved = decrease <= solvedWithin * value && longestOf(bench) <= longestStep // what is not a number is not solved
    if (!(decrease > precision * value)) break
    const lower = descend(bench, edges, amount, { prices, value, decrease })
    if (lower === undefined) {
      value = evaluate(bench, edges, amount, prices)
      break
    }
    const gained = value - lower
    value = lower
    if (gained < 0.1 * precision * value) break
  }
  return { value, isSolved }
}

function numberTokens({ tokens, row }: Bench, edges: readonly CoreEdge[]): void {
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

const fill = emptyFill()

/** The dual at given prices, its derivatives in log prices, and the flows. */
function evaluate(bench: Bench, edges: readonly CoreEdge[], amount: number, prices: Float64Array): number {
  const { book, x, y, stretch, row, hessian, gradient, tokens } = bench
  const n = tokens.length
  hessian.fill(0, 0, n * n)
  gradient.fill(0, 0, n)
  let value = amount * f64(prices, 0)
  gradient[0] = value
  for (let i = 0; i < edges.length; i += 1) {
    const { edge, a, b, spot } = edges[i] as CoreEdge
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
    stretch[i] = fill.stretch
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
function aim({ tokens, hessian, gradient, step }: Bench): number {
  const n = tokens.length
  let largest = 0
  for (let i = 0; i < n; i += 1) largest = Math.max(largest, f64(hessian, i * n + i))
  for (let i = 0; i < n; i += 1) {
    // a token left over adds its own second derivative in the log price; what keeps the system solvable keeps steps finite
    // too, where a token is wanted and no flow answers to its price
    const excess = f64(gradient, i)
    const own = Math.max(excess, -leastFlex * excess)
    hessian[i * n + i] = f64(hessian, i * n + i) + own + 1e-13 * largest + 1e-300
    step[i] = -f64(gradient, i)
  }
  solveCholesky(hessian, n, step)
  let decrease = 0
  for (let i = 0; i < n; i += 1) decrease -= f64(gradient, i) * f64(step, i)
  return decrease
}

interface Descent {
  readonly prices: Float64Array
  readonly value: number
  readonly decrease: number
}

/** Goes as far along the direction as lowers the value enough; `undefined` where nothing does. */
function descend(bench: Bench, edges: readonly CoreEdge[], amount: number, { prices, value, decrease }: Descent) {
  const { tokens, step, trial } = bench
  const longest = longestOf(bench)
  let part = longest > longestStep ? longestStep / longest : 1
  for (let count = 0; count < mostShorter; count += 1, part *= shorter) {
    for (let i = 0; i < tokens.length; i += 1) {
      const token = tokens[i] as number
      trial[token] = f64(prices, token) * Math.exp(part * f64(step, i))
    }
    const lower = evaluate(bench, edges, amount, trial)
    if (!(lower <= value - 1e-4 * part * decrease)) continue // not a number is no less, either
    for (const token of tokens) prices[token] = f64(trial, token)
    return lower
  }
  return undefined
}

function longestOf({ tokens, step }: Bench): number {
  let longest = 0
  for (let i = 0; i < tokens.length; i += 1) longest = Math.max(longest, Math.abs(f64(step, i)))
  return longest
}
