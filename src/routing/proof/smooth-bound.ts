/**
 * The bound over the core, smoothed so that Newton's method can minimize it in log prices. Every edge adds
 *
 *   δQ · (softplus((arb − Q) / δQ) − softplus(−1/δ)),   Q = its gas + λ, softplus(z) = ln(1 + e^z)
 *
 * which tends to max(0, arb − Q) as δ falls; λ is the price of a leg in addition to its gas, if legs are limited. All
 * in the output token. It only finds prices: the bound that they prove is computed separately.
 */

import { createNewtonMethod } from '#math/damped-newton'
import { f64, i32 } from '#math/typed'
import { tradeToPrice } from './arbitrage.ts'
import type { CoreEdges, EdgeGroup } from './core-edges.ts'
import type { Scope } from './scope.ts'
import { smoothBoundTuning } from './tuning.ts'

/** Maximum number of tokens of a core. */
export const maxCoreTokens = 96

/** In smallest units of the output token: avoids a division by 0 for edges that cost nothing. */
const minWidth = 1e-9

const { minGroupCost, precision } = smoothBoundTuning

interface Derivatives {
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

function evaluateSmoothBound(
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
  for (const group of core.groups) value += addGroup(scope, core, prices, smoothing, slope, group)
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
  const { spot, siblings } = scope.index.book
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
    if (i32(siblings, edge) > 2) continue
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
  addDerivatives({ gradient, hessian }, core.tokens.length, { a, b, ga, gb, haa, hbb, hab })
  return value
}

interface PairDerivatives {
  readonly a: number
  readonly b: number
  readonly ga: number
  readonly gb: number
  readonly haa: number
  readonly hbb: number
  readonly hab: number
}

function addDerivatives(
  { gradient, hessian }: Derivatives,
  n: number,
  { a, b, ga, gb, haa, hbb, hab }: PairDerivatives,
): void {
  gradient[a] = f64(gradient, a) - ga
  gradient[b] = f64(gradient, b) + gb
  hessian[a * n + a] = f64(hessian, a * n + a) + haa
  hessian[b * n + b] = f64(hessian, b * n + b) + hbb
  const below = a > b ? a * n + b : b * n + a
  hessian[below] = f64(hessian, below) - hab
}

interface GroupMember {
  readonly a: number
  readonly b: number
  readonly paid: number
  readonly given: number
  readonly flex: number
  readonly over: number
  readonly cost: number
}

/**
 * A group adds δQ · (ln(1 + Σ e^((arb − Q) / δQ)) − softplus(−1/δ)), with the least Q of its edges before the
 * brackets: about the largest surplus. Each edge's part is the slope of that in its surplus.
 */
function addGroup(
  scope: Scope,
  core: CoreEdges,
  prices: Float64Array,
  smoothing: Smoothing,
  slope: Derivatives,
  group: EdgeGroup,
): number {
  const members = listGainingMembers(scope, core, prices, smoothing, group)
  if (members.length === 0) return 0
  const n = core.tokens.length
  const { delta } = smoothing
  const cost = Math.min(...members.map((member) => member.cost))
  const width = Math.max(delta * Math.max(cost, minGroupCost * scope.task.amount * f64(prices, 0)), minWidth)
  const max = Math.max(0, ...members.map(({ over }) => over))
  const weights = members.map(({ over }) => Math.exp((over - max) / width))
  const sum = weights.reduce((total, weight) => total + weight, Math.exp(-max / width))
  const mean = new Map<number, number>()
  members.forEach(({ a, b, paid, given, flex }, i) => {
    const part = (weights[i] ?? 0) / sum
    const bend = part / width
    mean.set(a, (mean.get(a) ?? 0) - part * paid)
    mean.set(b, (mean.get(b) ?? 0) + part * given)
    const [ga, gb] = [part * paid, part * given]
    const haa = bend * paid * paid + part * flex
    const hbb = bend * given * given + part * flex
    addDerivatives(slope, n, { a, b, ga, gb, haa, hbb, hab: bend * paid * given + part * flex })
  })
  for (const [i, gi] of mean)
    for (const [k, gk] of mean) if (k <= i) slope.hessian[i * n + k] = f64(slope.hessian, i * n + k) - (gi * gk) / width
  return max + width * (Math.log(sum) - Math.log1p(Math.exp(-1 / delta)))
}

/** The edges of a group whose price is above the ratio of their tokens' prices. */
function listGainingMembers(
  scope: Scope,
  core: CoreEdges,
  prices: Float64Array,
  { gasPart, legPrice }: Smoothing,
  group: EdgeGroup,
): readonly GroupMember[] {
  const members: GroupMember[] = []
  group.places.forEach((place, i) => {
    const [edge, a, b] = [i32(core.edge, place), group.a[i] ?? 0, group.b[i] ?? 0]
    const [va, vb] = [f64(prices, a), f64(prices, b)]
    if (va / vb >= f64(scope.index.book.spot, edge)) return
    const flex = tradeToPrice(scope, edge, va / vb) ? 0 : 0.5 * va * scope.fill.flex
    const [paid, given] = [va * scope.fill.x, vb * scope.fill.y]
    const cost = f64(core.cost, place) * gasPart + legPrice
    members.push({ a, b, paid, given, flex, cost, over: given - paid - cost })
  })
  return members
}

/** Minimizes smooth bounds one after another, by damped Newton steps in log prices. */
export interface SmoothBoundMinimizer {
  /** @param prices by position in the core, above 0; updated in place */
  minimize(scope: Scope, core: CoreEdges, prices: Float64Array, smoothing: Smoothing, maxSteps: number): void
}

export function createSmoothBoundMinimizer(): SmoothBoundMinimizer {
  const newton = createNewtonMethod(maxCoreTokens, smoothBoundTuning.newton)
  return {
    minimize(scope, core, prices, smoothing, maxSteps) {
      const valueAt = (at: Float64Array) => evaluateSmoothBound(scope, core, at, smoothing, newton)
      newton.minimize(valueAt, prices, { size: core.tokens.length, fixed: 1, maxSteps, precision })
    },
  }
}
