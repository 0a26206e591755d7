/**
 * The bound of `leg-dual.ts` over the edges of a core, smoothed so that Newton's method can minimize it in all of its
 * variables together. Every maximum with 0 becomes w · softplus(· / w), with a width w of δ times the cost of the leg:
 * its gas and the leg price at the start. Edges that share a pool number count one by one. It only finds points: the bound
 * that they prove is computed separately.
 */

import { createProjectedNewton, type ProjectedNewton, type VariableKind } from '#math/projected-newton'
import { softPlus } from '#math/soft-plus'
import { f64, i32 } from '#math/typed'
import type { CoreEdges } from './core-edges.ts'
import {
  chooseCountingPlace,
  type DecidedEdges,
  type LegDualPoint,
  type LegPart,
  type LegPointLayout,
  layoutOf,
  type TokenExcess,
} from './leg-point.ts'
import { createLegTerms, gainOf, type LegTerms, setTerm } from './leg-terms.ts'
import type { Scope } from './scope.ts'
import { smoothLegDualTuning } from './tuning.ts'

const { newton, maxLegPriceStep, minPart } = smoothLegDualTuning

export interface LegSmoothing {
  readonly deltas: readonly number[]
  readonly maxSteps: number
}

export interface SmoothLegDual {
  /** @param at replaced by the minimum, for one smoothing after another */
  minimize(at: LegDualPoint, decided: DecidedEdges, smoothing: LegSmoothing): void
  /** The undecided edges at a point, with the decided ones and the smoothing of the last minimum. */
  listParts(at: LegDualPoint): readonly LegPart[]
}

/** @param core its tokens are those of the dual */
export function createSmoothLegDual(scope: Scope, core: CoreEdges, excess: TokenExcess): SmoothLegDual {
  const n = core.tokens.length
  const layout = layoutOf(n)
  const model: Model = {
    ...{ scope, core, excess, layout, delta: 0, width: 0 },
    terms: createLegTerms(core.edge.length + core.pairs),
    decisions: new Uint8Array(core.edge.length),
    lastUsed: new Int32Array(core.pairs),
    variables: new Int32Array(5),
    directions: new Float64Array(5),
    newton: createProjectedNewton(layout.size, newton),
    prices: new Float64Array(n),
    sums: new Float64Array(n),
    isOpen: new Uint8Array(n),
    parts: new Float64Array(n),
    bends: new Float64Array(n),
    slopes: new Float64Array(n * layout.size),
    touched: new Int32Array(layout.size),
  }
  const kinds = Array.from({ length: layout.size }, (_, variable) => kindOf(layout, variable))
  const units = new Float64Array(layout.size).fill(1)
  return {
    minimize(at, decided, { deltas, maxSteps }) {
      setDecisions(model, decided)
      for (const delta of deltas) {
        setWidth(model, at, delta)
        units.fill(maxLegPriceStep * model.width, layout.legPrice)
        model.newton.minimize((point) => evaluate(model, point), at, { kinds, units, maxSteps })
      }
    },
    listParts(at) {
      evaluate(model, at)
      return listUndecided(model)
    },
  }
}

const used = 1
const barred = 2

function setDecisions({ core, decisions, lastUsed }: Model, decided: DecidedEdges): void {
  decisions.fill(0)
  lastUsed.fill(-1)
  if (decided.size === 0) return
  for (let pair = 0; pair < core.pairs; pair += 1)
    for (let i = i32(core.first, pair); i < i32(core.first, pair + 1); i += 1) {
      const decision = decided.get(i32(core.edge, i))
      if (decision === undefined) continue
      decisions[i] = decision === 'used' ? used : barred
      if (decision === 'used') lastUsed[pair] = i
    }
}

function setWidth(model: Model, at: LegDualPoint, delta: number): void {
  model.delta = delta
  model.width = Math.max(f64(at, model.layout.legPrice), Number.MIN_VALUE)
}

/** The output token's price is 1, and only tokens between input and output have fees. */
function kindOf({ tokens: n, legPrice }: LegPointLayout, variable: number): VariableKind {
  if (variable < n) return variable === 1 ? 'fixed' : 'free'
  return variable === legPrice || (variable - n - 1) % n >= 2 ? 'nonNegative' : 'fixed'
}

interface Model {
  readonly scope: Scope
  readonly core: CoreEdges
  readonly excess: TokenExcess
  readonly layout: LegPointLayout
  readonly newton: ProjectedNewton
  delta: number
  /** The leg price at the start. */
  width: number
  /** By position of the edge; and by pair, the position of the last edge that is used. */
  readonly decisions: Uint8Array
  readonly lastUsed: Int32Array
  readonly terms: LegTerms
  readonly prices: Float64Array
  /** By token: what is counted there; whether it pays its fees in any case; its part and that part's slope. */
  readonly sums: Float64Array
  readonly isOpen: Uint8Array
  readonly parts: Float64Array
  readonly bends: Float64Array
  /** By token, the gradient of what is counted there. */
  readonly slopes: Float64Array
  /** The variables in which that gradient is not 0. */
  readonly touched: Int32Array
  /** The variables that a term depends on, and its slopes in them. */
  readonly variables: Int32Array
  readonly directions: Float64Array
}

/** How much of its token counts that a term is counted at. */
function wholeOf({ parts, terms }: Model, term: number): number {
  const place = i32(terms.place, term)
  return place < 2 ? 1 : f64(parts, place)
}

function listUndecided(model: Model): readonly LegPart[] {
  const { count, edge, isUsed, part, cost, given } = model.terms
  const parts: LegPart[] = []
  for (let t = 0; t < count; t += 1) {
    if (i32(edge, t) < 0 || isUsed[t] === 1) continue
    parts.push({
      edge: i32(edge, t),
      part: f64(part, t) * wholeOf(model, t),
      cost: f64(cost, t),
      given: f64(given, t),
    })
  }
  return parts
}

function evaluate(model: Model, at: LegDualPoint): number {
  const { scope, core, layout, prices } = model
  const { gradient, hessian } = model.newton
  const { tokens: n, size, legPrice } = layout
  for (const column of [gradient, hessian, model.sums, model.isOpen, model.slopes]) column.fill(0)
  model.terms.count = 0
  for (let place = 0; place < n; place += 1) prices[place] = Math.exp(f64(at, place))
  const worth = scope.task.amount * f64(prices, 0)
  const { maxLegs } = scope.task.limits
  gradient[0] = worth
  gradient[legPrice] = maxLegs
  let value = worth + maxLegs * f64(at, legPrice)
  for (let pair = 0; pair < core.pairs; pair += 1) value += addPair(model, at, pair)
  for (let place = 2; place < n; place += 1) value += addToken(model, at, place)
  for (let t = 0; t < model.terms.count; t += 1) addSlopes(model, t)
  for (let place = 2; place < n; place += 1) addTokenSlopes(model, place)
  for (let i = 0; i < n; i += 1) hessian[i * size + i] = f64(hessian, i * size + i) + Math.abs(f64(gradient, i))
  return value
}

/**
 * Adds the edges of a pair; returns the total of those that are counted on their own. One that gains nothing stands for
 * all of them: fees must not exceed what a leg costs.
 */
function addPair(model: Model, at: LegDualPoint, pair: number): number {
  const { core, prices, decisions, layout } = model
  const { spot } = model.scope.index.book
  const [a, b] = [i32(core.a, pair), i32(core.b, pair)]
  const ratio = f64(prices, a) / f64(prices, b)
  const more = f64(at, layout.legPrice) - f64(at, layout.entryFee + b) - f64(at, layout.exitFee + a)
  const end = i32(core.first, pair + 1)
  let value = 0
  let hasIdle = false
  for (let i = i32(core.first, pair); i < end; i += 1) {
    if (decisions[i] === barred) continue
    const isUsed = decisions[i] === used
    const gains = ratio < f64(spot, i32(core.edge, i))
    if (isUsed || gains || !hasIdle) {
      const gas = f64(core.cost, i)
      setTerm(model, pair, gains ? i32(core.edge, i) : -1, gas + more)
      value += addTerm(model, isUsed, gas)
    }
    hasIdle ||= !isUsed && !gains
    if (hasIdle && i >= i32(model.lastUsed, pair)) break // best spot first
  }
  return value
}

const addTerm = (model: Model, isUsed: boolean, gas: number): number =>
  isUsed ? addUsed(model) : addUndecided(model, gas)

/** Adds the term that was set, and returns its gain. */
function addUsed({ terms, isOpen }: Model): number {
  const t = terms.count++
  isOpen[i32(terms.a, t)] = 1
  isOpen[i32(terms.b, t)] = 1
  terms.place[t] = 0
  terms.isUsed[t] = 1
  terms.part[t] = 1
  terms.bend[t] = 0
  return gainOf(terms, t)
}

/** Adds the term that was set, if it counts; returns its value if it is counted on its own. */
function addUndecided({ terms, excess, sums, delta, width }: Model, gas: number): number {
  const t = terms.count
  const { value, slope, bend } = softPlus(gainOf(terms, t), delta * (gas + width))
  if (slope < minPart) return 0
  const place = i32(terms.edge, t) < 0 ? 0 : chooseCountingPlace(excess, i32(terms.a, t), i32(terms.b, t))
  terms.count += 1
  terms.place[t] = place
  terms.isUsed[t] = 0
  terms.part[t] = slope
  terms.bend[t] = bend
  if (place < 2) return value
  sums[place] = f64(sums, place) + value
  return 0
}

/** What a token adds: the excess over its fees. */
function addToken({ layout, sums, isOpen, parts, bends, delta, width }: Model, at: LegDualPoint, place: number) {
  const over = f64(sums, place) - f64(at, layout.entryFee + place) - f64(at, layout.exitFee + place)
  const { value, slope, bend } =
    isOpen[place] === 1 ? { value: over, slope: 1, bend: 0 } : softPlus(over, 2 * delta * width)
  parts[place] = slope
  bends[place] = bend
  return value
}

function addSlopes(model: Model, t: number): void {
  const { layout, slopes, variables, directions, terms } = model
  const { gradient, hessian } = model.newton
  const [a, b, place, part] = [i32(terms.a, t), i32(terms.b, t), i32(terms.place, t), f64(terms.part, t)]
  const whole = wholeOf(model, t)
  setDirection(model, 0, a, -f64(terms.paid, t))
  setDirection(model, 1, b, f64(terms.given, t))
  setDirection(model, 2, layout.legPrice, -1)
  setDirection(model, 3, layout.entryFee + b, 1)
  setDirection(model, 4, layout.exitFee + a, 1)
  for (let i = 0; i < 5; i += 1) {
    const row = i32(variables, i)
    const slope = part * f64(directions, i)
    if (place < 2) gradient[row] = f64(gradient, row) + slope
    else slopes[place * layout.size + row] = f64(slopes, place * layout.size + row) + slope
    const weight = whole * f64(terms.bend, t) * f64(directions, i)
    for (let k = 0; k <= i; k += 1)
      addCurvature(hessian, layout.size, row, i32(variables, k), weight * f64(directions, k))
  }
  const response = whole * part * f64(terms.flex, t)
  addCurvature(hessian, layout.size, a, a, response)
  addCurvature(hessian, layout.size, b, b, response)
  addCurvature(hessian, layout.size, a, b, -response)
}

function setDirection({ variables, directions }: Model, i: number, variable: number, slope: number): void {
  variables[i] = variable
  directions[i] = slope
}

function addCurvature(hessian: Float64Array, size: number, i: number, k: number, value: number): void {
  const at = i > k ? i * size + k : k * size + i
  hessian[at] = f64(hessian, at) + value
}

function addTokenSlopes({ layout, parts, bends, slopes, touched, newton }: Model, place: number): void {
  const { gradient, hessian } = newton
  const { size } = layout
  const own = place * size
  for (const fee of [layout.entryFee, layout.exitFee]) slopes[own + fee + place] = f64(slopes, own + fee + place) - 1
  const [part, bend] = [f64(parts, place), f64(bends, place)]
  let count = 0
  for (let i = 0; i < size; i += 1) {
    const slope = f64(slopes, own + i)
    if (slope === 0) continue
    gradient[i] = f64(gradient, i) + part * slope
    touched[count++] = i
  }
  if (bend === 0) return
  for (let row = 0; row < count; row += 1) {
    const i = i32(touched, row)
    const weight = bend * f64(slopes, own + i)
    for (let column = 0; column <= row; column += 1) {
      const k = i32(touched, column)
      hessian[i * size + k] = f64(hessian, i * size + k) + weight * f64(slopes, own + k)
    }
  }
}
