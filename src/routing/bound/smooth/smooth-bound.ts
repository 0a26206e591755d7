/**
 * The bound over the core, smoothed so that Newton's method can minimize it in log prices. Every edge adds
 *
 *   δQ · (softplus((arb − Q) / δQ) − softplus(−1/δ)),   Q = its gas + λ, softplus(z) = ln(1 + e^z)
 *
 * which tends to max(0, arb − Q) as δ falls; λ is the price of a leg in addition to its gas, if legs are limited. All
 * in the output token. It only finds prices: the bound that they prove is computed separately.
 */
import { f64, i32 } from '#math/typed'
import { tradeToPrice } from '#routing/bound/arbitrage'
import type { Scope } from '#routing/bound/scope'
import type { CoreEdges } from './core-edges.ts'

/** Maximum number of tokens of a core. */
export const maxCoreTokens = 96

/** In smallest units of the output token: avoids a division by 0 for edges that cost nothing. */
const minWidth = 1e-9

export interface Derivatives {
  /** By position in the core: the derivative in the log price; the Hessian's lower triangle row by row. */
  readonly gradient: Float64Array
  readonly hessian: Float64Array
}

export interface Smoothing {
  readonly delta: number
  /** Part of the gas that counts. */
  readonly gasPart: number
  /** λ. */
  readonly legPrice: number
}

export function evaluateSmoothBound(
  scope: Scope,
  core: CoreEdges,
  prices: Float64Array,
  smoothing: Smoothing,
  slope: Derivatives,
): number {
  const n = core.tokens.length
  const { gradient, hessian } = slope
  hessian.fill(0, 0, n * n)
  gradient.fill(0, 0, n)
  let value = scope.task.amount * f64(prices, 0)
  gradient[0] = value
  const min = Math.log1p(Math.exp(-1 / smoothing.delta))
  for (let pair = 0; pair < core.pairs; pair += 1) value += addPair(scope, core, prices, smoothing, slope, pair, min)
  return value
}

function addPair(
  scope: Scope,
  core: CoreEdges,
  prices: Float64Array,
  { delta, gasPart, legPrice }: Smoothing,
  { gradient, hessian }: Derivatives,
  pair: number,
  min: number,
): number {
  const { spot } = scope.index.book
  const { fill } = scope
  const a = i32(core.a, pair)
  const b = i32(core.b, pair)
  const va = f64(prices, a)
  const vb = f64(prices, b)
  const rho = va / vb
  if (rho >= f64(spot, i32(core.edge, i32(core.first, pair)))) return 0
  let value = 0
  let ga = 0
  let gb = 0
  let haa = 0
  let hab = 0
  let hbb = 0
  const end = i32(core.first, pair + 1)
  for (let i = i32(core.first, pair); i < end; i += 1) {
    const edge = i32(core.edge, i)
    if (rho >= f64(spot, edge)) break
    const flex = tradeToPrice(scope, edge, rho) ? 0 : 0.5 * va * fill.flex
    const paid = va * fill.x
    const given = vb * fill.y
    const cost = f64(core.cost, i) * gasPart + legPrice
    const width = Math.max(delta * cost, minWidth)
    const over = given - paid - cost
    // the softplus' slope is the part of the edge that counts, its curvature that part's response to prices
    const tail = Math.exp(-Math.abs(over) / width)
    const part = (over > 0 ? 1 : tail) / (1 + tail)
    const bend = (part * (1 - part)) / width
    value += Math.max(0, over) + width * (Math.log1p(tail) - min)
    ga += part * paid
    gb += part * given
    haa += bend * paid * paid + part * flex
    hbb += bend * given * given + part * flex
    hab += bend * paid * given + part * flex
  }
  if (gb === 0) return 0
  const n = core.tokens.length
  gradient[a] = f64(gradient, a) - ga
  gradient[b] = f64(gradient, b) + gb
  hessian[a * n + a] = f64(hessian, a * n + a) + haa
  hessian[b * n + b] = f64(hessian, b * n + b) + hbb
  const below = a > b ? a * n + b : b * n + a
  hessian[below] = f64(hessian, below) - hab
  return value
}
