import { solveCholesky } from '#math/cholesky'
import { f64 } from '#math/typed'
import type { Scope } from '#routing/bound/scope'
import type { CoreEdges } from './core-edges.ts'
import { type Derivatives, evaluateSmoothBound, maxCoreTokens, type Smoothing } from './smooth-bound.ts'

/** Buffers reused by consecutive descents. */
export interface DescentWorkspace extends Derivatives {
  readonly step: Float64Array
  readonly trial: Float64Array
}

export const createDescentWorkspace = (): DescentWorkspace => ({
  gradient: new Float64Array(maxCoreTokens),
  hessian: new Float64Array(maxCoreTokens * maxCoreTokens),
  step: new Float64Array(maxCoreTokens),
  trial: new Float64Array(maxCoreTokens),
})

/** Stops when Newton's predicted decrease is below this part of the bound. */
const precision = 1e-8
const maxBacktracks = 10
const backtrackFactor = 0.35
/** Maximum length of a step in log prices. */
const maxStepLength = 0.3

/**
 * Minimizes the smooth bound by damped Newton steps in log prices.
 * @param prices by position in the core, above 0; updated in place
 */
export function minimizeSmoothBound(
  room: DescentWorkspace,
  scope: Scope,
  core: CoreEdges,
  prices: Float64Array,
  smoothing: Smoothing,
  maxSteps: number,
): void {
  let value = evaluateSmoothBound(scope, core, prices, smoothing, room)
  for (let count = 0; count < maxSteps; count += 1) {
    const decrease = computeNewtonStep(room, core.tokens.length)
    if (!(decrease > precision * value)) return
    const lower = backtrackingLineSearch(room, scope, core, prices, smoothing, { value, decrease })
    if (lower === undefined) return
    const gained = value - lower
    value = lower
    if (gained < 0.1 * precision * value) return
  }
}

/** Newton's direction, with the output token's price (position 1) fixed; returns the decrease it predicts. */
function computeNewtonStep({ gradient, hessian, step }: DescentWorkspace, n: number): number {
  let largest = 0
  for (let i = 0; i < n; i += 1) if (i !== 1) largest = Math.max(largest, f64(hessian, i * n + i))
  for (let i = 0; i < n; i += 1) {
    hessian[i * n + i] = f64(hessian, i * n + i) + Math.abs(f64(gradient, i)) + 1e-12 * largest + 1e-300
    step[i] = -f64(gradient, i)
    if (i > 1) hessian[i * n + 1] = 0
  }
  hessian[n] = 0
  hessian[n + 1] = 1
  step[1] = 0
  solveCholesky(hessian, n, step)
  let decrease = 0
  for (let i = 0; i < n; i += 1) if (i !== 1) decrease -= f64(gradient, i) * f64(step, i)
  return decrease
}

/** Steps along the direction until the bound decreases enough; `undefined` if no step does. */
function backtrackingLineSearch(
  room: DescentWorkspace,
  scope: Scope,
  core: CoreEdges,
  prices: Float64Array,
  smoothing: Smoothing,
  { value, decrease }: { readonly value: number; readonly decrease: number },
): number | undefined {
  const { step, trial } = room
  const n = core.tokens.length
  let longest = 0
  for (let i = 0; i < n; i += 1) longest = Math.max(longest, Math.abs(f64(step, i)))
  let part = longest > maxStepLength ? maxStepLength / longest : 1
  for (let count = 0; count < maxBacktracks; count += 1, part *= backtrackFactor) {
    for (let i = 0; i < n; i += 1) trial[i] = f64(prices, i) * Math.exp(part * f64(step, i))
    const lower = evaluateSmoothBound(scope, core, trial, smoothing, room)
    if (!(lower <= value - 1e-4 * part * decrease)) continue
    for (let i = 0; i < n; i += 1) prices[i] = f64(trial, i)
    return lower
  }
  return undefined
}
