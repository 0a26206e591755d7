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

/** The members of a group that gain, by position; overwritten by the next group. */
interface GainingMembers {
  count: number
  readonly a: number[]
  readonly b: number[]
  readonly paid: number[]
  readonly given: number[]
  readonly flex: number[]
  /** Their gain less their cost, and later the weight of that. */
  readonly over: number[]
  /** The least cost of all, and the largest of `over`, at least 0. */
  cost: number
  max: number
  /** The tokens they trade, and the sums of their parts at each. */
  readonly tokens: number[]
  readonly mean: number[]
}

const gaining: GainingMembers = {
  ...{ count: 0, a: [], b: [], paid: [], given: [], flex: [], over: [] },
  ...{ cost: 0, max: 0, tokens: [], mean: [] },
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
  findGainingMembers(scope, core, prices, smoothing, group)
  const { count, over, cost, max } = gaining
  if (count === 0) return 0
  const { delta } = smoothing
  const width = Math.max(delta * Math.max(cost, minGroupCost * scope.task.amount * f64(prices, 0)), minWidth)
  let sum = Math.exp(-max / width)
  for (let i = 0; i < count; i += 1) {
    over[i] = Math.exp(((over[i] as number) - max) / width)
    sum += over[i] as number
  }
  addGroupDerivatives(slope, core.tokens.length, sum, width)
  return max + width * (Math.log(sum) - Math.log1p(Math.exp(-1 / delta)))
}

function addGroupDerivatives(slope: Derivatives, n: number, sum: number, width: number): void {
  const { count, over, tokens, mean } = gaining
  tokens.length = 0
  for (let i = 0; i < count; i += 1) {
    const part = (over[i] as number) / sum
    const bend = part / width
    const [a, b, flex] = [gaining.a[i] as number, gaining.b[i] as number, gaining.flex[i] as number]
    const [paid, given] = [gaining.paid[i] as number, gaining.given[i] as number]
    const [ga, gb] = [part * paid, part * given]
    addMean(a, -ga)
    addMean(b, gb)
    const haa = bend * paid * paid + part * flex
    const hbb = bend * given * given + part * flex
    addDerivatives(slope, n, { a, b, ga, gb, haa, hbb, hab: bend * paid * given + part * flex })
  }
  const { hessian } = slope
  for (let p = 0; p < tokens.length; p += 1) {
    const i = tokens[p] as number
    for (let q = 0; q < tokens.length; q += 1) {
      const k = tokens[q] as number
      if (k <= i) hessian[i * n + k] = f64(hessian, i * n + k) - ((mean[p] as number) * (mean[q] as number)) / width
    }
  }
}

function addMean(token: number, part: number): void {
  const { tokens, mean } = gaining
  const known = tokens.indexOf(token)
  if (known >= 0) mean[known] = (mean[known] as number) + part
  else mean[tokens.push(token) - 1] = part
}

/** The edges of a group whose price is above the ratio of their tokens' prices. */
function findGainingMembers(
  scope: Scope,
  core: CoreEdges,
  prices: Float64Array,
  { gasPart, legPrice }: Smoothing,
  { places, a: from, b: to }: EdgeGroup,
): void {
  const { spot } = scope.index.book
  const { a, b, paid, given, flex, over } = gaining
  let count = 0
  gaining.cost = Number.POSITIVE_INFINITY
  gaining.max = 0
  for (let i = 0; i < places.length; i += 1) {
    const place = places[i] as number
    const edge = i32(core.edge, place)
    const va = f64(prices, from[i] as number)
    const vb = f64(prices, to[i] as number)
    if (va / vb >= f64(spot, edge)) continue
    a[count] = from[i] as number
    b[count] = to[i] as number
    flex[count] = tradeToPrice(scope, edge, va / vb) ? 0 : 0.5 * va * scope.fill.flex
    paid[count] = va * scope.fill.x
    given[count] = vb * scope.fill.y
    const cost = f64(core.cost, place) * gasPart + legPrice
    over[count] = (given[count] as number) - (paid[count] as number) - cost
    gaining.cost = Math.min(gaining.cost, cost)
    gaining.max = Math.max(gaining.max, over[count] as number)
    count += 1
  }
  gaining.count = count
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
