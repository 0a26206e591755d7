import { solveCholesky } from '#math/cholesky'
import { f64 } from '#math/typed'
import type { CoreEdges } from './core-edges.ts'
import type { Scope } from './scope.ts'
import { mostTokens, type Slope, type Smoothing, smoothBound } from './smooth-bound.ts'

/** Room that descents work in, one after another. */
export interface Descent extends Slope {
  readonly step: Float64Array
  readonly trial: Float64Array
}

export const openDescent = (): Descent => ({
  gradient: new Float64Array(mostTokens),
  hessian: new Float64Array(mostTokens * mostTokens),
  step: new Float64Array(mostTokens),
  trial: new Float64Array(mostTokens),
})

/** Newton's predicted decrease, as part of the bound, below which it stops. */
const precision = 1e-8
const mostShorter = 10
const shorter = 0.35
/** A step in log prices goes no further than this. */
const longestStep = 0.3

/**
 * Lowers the smooth bound by damped Newton steps in log prices.
 * @param prices by place in the core, above 0; moved to where the bound is lower
 */
export function descend(
  room: Descent,
  scope: Scope,
  core: CoreEdges,
  prices: Float64Array,
  smoothing: Smoothing,
  mostSteps: number,
): void {
  let value = smoothBound(scope, core, prices, smoothing, room)
  for (let count = 0; count < mostSteps; count += 1) {
    const decrease = aim(room, core.tokens.length)
    if (!(decrease > precision * value)) return
    const lower = follow(room, scope, core, prices, smoothing, { value, decrease })
    if (lower === undefined) return
    const gained = value - lower
    value = lower
    if (gained < 0.1 * precision * value) return
  }
}

/** Newton's direction, the bought token's price (place 1) standing still; returns the decrease it predicts. */
function aim({ gradient, hessian, step }: Descent, n: number): number {
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

/** Goes as far along the direction as lowers the bound enough; `undefined` where nothing does. */
function follow(
  room: Descent,
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
  let part = longest > longestStep ? longestStep / longest : 1
  for (let count = 0; count < mostShorter; count += 1, part *= shorter) {
    for (let i = 0; i < n; i += 1) trial[i] = f64(prices, i) * Math.exp(part * f64(step, i))
    const lower = smoothBound(scope, core, trial, smoothing, room)
    if (!(lower <= value - 1e-4 * part * decrease)) continue
    for (let i = 0; i < n; i += 1) prices[i] = f64(trial, i)
    return lower
  }
  return undefined
}
