/**
 * Newton's method for a convex function of variables of which some may not be negative. A variable that is 0 and would
 * fall further stays out of a step; the others move together, and end at 0 where the step leads below it.
 */
import { solveCholesky } from './cholesky.ts'
import { f64 } from './typed.ts'

export interface ProjectedNewtonTuning {
  /** In units of each variable. */
  readonly maxStepLength: number
  readonly maxBacktracks: number
  readonly backtrackFactor: number
  /** Added to the diagonal, which is scaled to 1. */
  readonly ridge: number
  /** Ends if a step gains less than this part of the value. */
  readonly precision: number
}

export type VariableKind = 'fixed' | 'free' | 'nonNegative'

export interface ProjectedNewtonRun {
  readonly kinds: readonly VariableKind[]
  /** By variable. */
  readonly units: Float64Array
  readonly maxSteps: number
}

/** Evaluates the function: returns its value and overwrites `gradient` and the lower triangle of `hessian`. */
export type EvaluateAt = (at: Float64Array) => number

export interface ProjectedNewton {
  /** The Hessian row by row. */
  readonly gradient: Float64Array
  readonly hessian: Float64Array
  /** @param at the starting point; replaced by the best point found */
  minimize(evaluate: EvaluateAt, at: Float64Array, run: ProjectedNewtonRun): void
}

export function createProjectedNewton(size: number, tuning: ProjectedNewtonTuning): ProjectedNewton {
  const buffers: Buffers = {
    gradient: new Float64Array(size),
    hessian: new Float64Array(size * size),
    system: new Float64Array(size * size),
    step: new Float64Array(size),
    trial: new Float64Array(size),
  }
  const { gradient, hessian } = buffers
  return { gradient, hessian, minimize: (evaluate, at, run) => minimize(buffers, tuning, evaluate, at, run) }
}

interface Buffers {
  readonly gradient: Float64Array
  readonly hessian: Float64Array
  readonly system: Float64Array
  readonly step: Float64Array
  readonly trial: Float64Array
}

function minimize(
  buffers: Buffers,
  tuning: ProjectedNewtonTuning,
  evaluate: EvaluateAt,
  at: Float64Array,
  run: ProjectedNewtonRun,
): void {
  let value = evaluate(at)
  for (let count = 0; count < run.maxSteps; count += 1) {
    const moving = listMoving(buffers, at, run)
    computeStep(buffers, tuning, moving)
    const lower = searchLine(buffers, tuning, evaluate, at, { run, moving, value })
    if (lower === undefined) return
    const gained = value - lower
    value = lower
    if (!(gained > tuning.precision * value)) return
  }
}

/** The variables that a step moves: those with curvature that are not held at 0. */
function listMoving(
  { gradient, hessian }: Buffers,
  at: Float64Array,
  { kinds }: ProjectedNewtonRun,
): readonly number[] {
  const moving: number[] = []
  kinds.forEach((kind, i) => {
    if (kind === 'fixed' || !(f64(hessian, i * kinds.length + i) > 0)) return
    if (kind === 'free' || f64(at, i) > 0 || f64(gradient, i) < 0) moving.push(i)
  })
  return moving
}

/** Newton's direction in `step`, by position among the moving variables. */
function computeStep(
  { gradient, hessian, system, step }: Buffers,
  { ridge }: ProjectedNewtonTuning,
  moving: readonly number[],
): void {
  const n = gradient.length
  const m = moving.length
  const scales = moving.map((i) => 1 / Math.sqrt(f64(hessian, i * n + i)))
  moving.forEach((i, row) => {
    const scale = scales[row] ?? 0
    for (let column = 0; column <= row; column += 1) {
      const k = moving[column] ?? 0
      system[row * m + column] = f64(hessian, i * n + k) * scale * (scales[column] ?? 0)
    }
    system[row * m + row] = 1 + ridge
    step[row] = -f64(gradient, i) * scale
  })
  solveCholesky(system, m, step)
  scales.forEach((scale, row) => {
    step[row] = f64(step, row) * scale
  })
}

interface LineStart {
  readonly run: ProjectedNewtonRun
  readonly moving: readonly number[]
  readonly value: number
}

/** Steps along the direction until the value decreases; `undefined` if no step lowers it. */
function searchLine(
  { step, trial }: Buffers,
  { maxStepLength, maxBacktracks, backtrackFactor }: ProjectedNewtonTuning,
  evaluate: EvaluateAt,
  at: Float64Array,
  { run: { kinds, units }, moving, value }: LineStart,
): number | undefined {
  const length = moving.reduce((most, i, row) => Math.max(most, Math.abs(f64(step, row)) / f64(units, i)), 0)
  let part = length > maxStepLength ? maxStepLength / length : 1
  trial.set(at)
  for (let count = 0; count < maxBacktracks; count += 1, part *= backtrackFactor) {
    moving.forEach((i, row) => {
      const moved = f64(at, i) + part * f64(step, row)
      trial[i] = kinds[i] === 'nonNegative' ? Math.max(0, moved) : moved
    })
    const lower = evaluate(trial)
    if (!(lower < value)) continue // also continues on NaN
    at.set(trial)
    return lower
  }
  return undefined
}
