/**
 * Newton's method for a convex function of positive prices, in their logarithms, with damped steps: a step is no longer
 * than a limit, and is shortened until the value falls by enough of what it predicts (Armijo's rule).
 */
import { solveCholesky } from './cholesky.ts'
import { f64 } from './typed.ts'

/** Shares of the decrease that Newton predicts: what a step must reach, and what the last step must have been worth. */
const [armijo, worthwhile] = [1e-4, 0.1]
/** Keeps a diagonal of zeros solvable. */
const tiny = 1e-300

export interface NewtonTuning {
  /** In log prices. */
  readonly maxStepLength: number
  readonly maxBacktracks: number
  readonly backtrackFactor: number
  /**
   * A price at which the function still rises adds its slope to the diagonal, the term's own second derivative; one at
   * which it falls adds this part of it, so that steps stay finite where no other term depends on the price.
   */
  readonly fallingSlopePart: number
  /** Part of the largest diagonal entry that is added to all of them. */
  readonly ridge: number
}

export interface NewtonRun {
  /** Number of prices. */
  readonly size: number
  /** Position of a price that stays; −1 for none. */
  readonly fixed: number
  readonly maxSteps: number
  /** Ends if the predicted decrease is below this part of the value. */
  readonly precision: number
  /** Predicted decrease, as part of the value, that counts as solved if no price has far to move. */
  readonly solvedPrecision?: number
  /** Whether the result is of no use any more; asked after every step, with the value at the current prices. */
  readonly isHopeless?: (value: number) => boolean
}

export interface NewtonResult {
  readonly value: number
  readonly isSolved: boolean
  /** Whether the function was last evaluated at other prices than those returned: no step lowered it enough. */
  readonly hasStalled: boolean
}

/** Evaluates the function: returns its value and overwrites `gradient` and the lower triangle of `hessian`. */
export type ValueAt = (prices: Float64Array) => number

export interface NewtonMethod {
  /** In log prices. The Hessian row by row; both are overwritten by a step. */
  readonly gradient: Float64Array
  readonly hessian: Float64Array
  /** @param prices the starting point, above 0; replaced by the best point found */
  minimize(valueAt: ValueAt, prices: Float64Array, run: NewtonRun): NewtonResult
}

/** @param maxSize the largest number of prices */
export function createNewtonMethod(maxSize: number, tuning: NewtonTuning): NewtonMethod {
  const buffers: Buffers = {
    gradient: new Float64Array(maxSize),
    hessian: new Float64Array(maxSize * maxSize),
    step: new Float64Array(maxSize),
    trial: new Float64Array(maxSize),
  }
  return {
    gradient: buffers.gradient,
    hessian: buffers.hessian,
    minimize: (valueAt, prices, run) => minimize(buffers, tuning, valueAt, prices, run),
  }
}

interface Buffers {
  readonly gradient: Float64Array
  readonly hessian: Float64Array
  readonly step: Float64Array
  readonly trial: Float64Array
}

function minimize(
  buffers: Buffers,
  tuning: NewtonTuning,
  valueAt: ValueAt,
  prices: Float64Array,
  { size, fixed, maxSteps, precision, solvedPrecision = 0, isHopeless }: NewtonRun,
): NewtonResult {
  let value = valueAt(prices)
  let isSolved = false
  for (let count = 0; count < maxSteps; count += 1) {
    if (isHopeless?.(value) === true) return { value, isSolved: false, hasStalled: false }
    const decrease = computeStep(buffers, tuning, size, fixed)
    const length = lengthOf(buffers.step, size)
    isSolved = decrease <= solvedPrecision * value && length <= tuning.maxStepLength // NaN is not solved
    if (!(decrease > precision * value)) break
    const start = { value, decrease, length }
    const lower = searchLine(buffers, tuning, valueAt, prices, size, start)
    if (lower === undefined) return { value, isSolved, hasStalled: true }
    const gained = value - lower
    value = lower
    if (gained < worthwhile * precision * value) break
  }
  return { value, isSolved, hasStalled: false }
}

/** Newton's direction; returns the decrease it predicts. */
function computeStep({ gradient, hessian, step }: Buffers, tuning: NewtonTuning, n: number, fixed: number): number {
  let largest = 0
  for (let i = 0; i < n; i += 1) if (i !== fixed) largest = Math.max(largest, f64(hessian, i * n + i))
  for (let i = 0; i < n; i += 1) {
    const slope = f64(gradient, i)
    const own = Math.max(slope, -tuning.fallingSlopePart * slope)
    hessian[i * n + i] = f64(hessian, i * n + i) + own + tuning.ridge * largest + tiny
    step[i] = -slope
  }
  if (fixed >= 0) fixRow(hessian, n, fixed)
  if (fixed >= 0) step[fixed] = 0
  solveCholesky(hessian, n, step)
  let decrease = 0
  for (let i = 0; i < n; i += 1) if (i !== fixed) decrease -= f64(gradient, i) * f64(step, i)
  return decrease
}

/** Takes a price out of the system: its row and column become those of the identity. */
function fixRow(hessian: Float64Array, n: number, fixed: number): void {
  for (let k = 0; k < fixed; k += 1) hessian[fixed * n + k] = 0
  hessian[fixed * n + fixed] = 1
  for (let i = fixed + 1; i < n; i += 1) hessian[i * n + fixed] = 0
}

function lengthOf(step: Float64Array, n: number): number {
  let length = 0
  for (let i = 0; i < n; i += 1) length = Math.max(length, Math.abs(f64(step, i)))
  return length
}

interface LineStart {
  readonly value: number
  readonly decrease: number
  readonly length: number
}

/** Steps along the direction until the value decreases enough; `undefined` if no step does. */
function searchLine(
  { step, trial }: Buffers,
  { maxStepLength, maxBacktracks, backtrackFactor }: NewtonTuning,
  valueAt: ValueAt,
  prices: Float64Array,
  n: number,
  { value, decrease, length }: LineStart,
): number | undefined {
  let part = length > maxStepLength ? maxStepLength / length : 1
  for (let count = 0; count < maxBacktracks; count += 1, part *= backtrackFactor) {
    for (let i = 0; i < n; i += 1) trial[i] = f64(prices, i) * Math.exp(part * f64(step, i))
    const lower = valueAt(trial)
    if (!(lower <= value - armijo * part * decrease)) continue // also continues on NaN
    for (let i = 0; i < n; i += 1) prices[i] = f64(trial, i)
    return lower
  }
  return undefined
}
